#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What operations of portkern.cupy cost beside NumPy's, in microseconds:

    PORTKERN_BACKEND=cpu bench/python/cupy.py [sizes]

Each is computed and waited for; the least of five rounds counts. Kernels are compiled
before."""
import sys
import timeit

import numpy as np

from portkern import cupy as cp

VECTORS = ['x + y', '2.0 * x + y', 'x * x + y * y - 2.0 * x', 'xp.sin(x)', 'xp.where(x > y, x, y)', 'x.sum()', '(x * y).sum()',
           'x.argmax()', 'xp.cumsum(x)', 'xp.sort(x)', 'x[x > 0.5]']
MATRICES = ['a[2:, 1:-1] + a[:-2, 1:-1] + a[1:-1, 2:] + a[1:-1, :-2]', 'a.T + a', 'a.sum(0)', 'a.sum(1)', 'a @ a']


def least(text, names, wait):
    """Microseconds of a statement."""
    timer = timeit.Timer(f'({text}){"._ready()" if wait else ""}; wait()',
                         globals={**names, 'wait': wait or (lambda: None)})
    timer.timeit(1)
    count, spent = timer.autorange()
    count = max(1, int(count * 0.1 / spent))
    return min(timer.repeat(5, count)) / count * 1e6


def compare(texts, arrays):
    for text in texts:
        mine = least(text, {'xp': cp, **{name: cp.asarray(a) for name, a in arrays.items()}}, cp.cuda.Device().synchronize)
        theirs = least(text, {'xp': np, **arrays}, None)
        print(f'| `{text}` | {mine:.4g} | {theirs:.4g} |', flush=True)


def main(argv):
    rng = np.random.default_rng(0)
    for n in map(int, argv or ('1000', '10000000')):
        print(f'\n| n = {n} | portkern, us | NumPy, us |\n|---|--:|--:|')
        compare(VECTORS, {'x': rng.random(n), 'y': rng.random(n)})
    print('\n| 1000 x 1000 | portkern, us | NumPy, us |\n|---|--:|--:|')
    compare(MATRICES, {'a': rng.random((1000, 1000))})


if __name__ == '__main__':
    main(sys.argv[1:])
