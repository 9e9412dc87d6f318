# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("once.py").read_text()


def names(x, n):
    """The row of an element: what no path set is zero."""
    t, u, w, v, y, z, k, q, d, e, g = 0.5, 0, 0, 0, 0.25, 0, 0, 0, 0, 0, 0
    row = [x > 2 and (t := x * 2) > 5, t, 1 if x < 0 or (u := x + 1) > 3 else u, (w := x) if x > 1 else (v := n), w + 10 * v,
           0 < x < (y := 3) < (z := x * 2), y + 100 * z]
    s = 0
    while n > 0 and (k := n * x) < 20:
        n -= 1
        s += k
    r = x
    for j in range(3):
        if j > 0 and (r := r * 2) > 9 or (q := j) > 1:
            break
    return [*row, s, k, r + 100 * q, (c := x > 1 and (d := 7)) or (d := 2.5), d + c,
            1 < x < (e := 4) > (e := x) > 2 != (g := 3), e + 10 * g]


def named():
    for dtype in (np.int64, np.float64):
        a = np.array([-3, 0, 1, 2, 3, 4, 9], dtype)
        for n in (0, 1, 5):
            yield Case("named", 1, 8, [a, n, np.zeros((a.size, 14))], {2: np.array([names(x, n) for x in a.tolist()], float)})


def cases():
    plain = {}
    exec(TEXT.replace("from numba import cuda\n", "").replace("@cuda.jit\n", ""), plain)
    for kernel in ("updated", "row", "filled", "spread", "reduced", "in_a_loop", "some_paths", "skipped"):
        want = np.zeros((4, 8))
        plain[kernel](want)
        yield Case(kernel, 1, 1, [np.zeros((4, 8))], {0: want})
    yield from named()
