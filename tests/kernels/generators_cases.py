# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib
import re
import types

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("generators.py").read_text()


def cases():
    plain = {}
    exec(re.sub(r"@cuda\.jit\n|from numba import cuda\n", "", TEXT), plain)
    plain["cuda"] = types.SimpleNamespace(grid=lambda axes: 0)
    for x, m, n in (([1.5, 2.0, 4.5, -8.0], [3, 1, 4, 1, 5], 3), ([5.0, 6.0, 7.0, 8.0], [5, 5, 5], 9),
                    ([0.0, -0.0, 1.0], [-7, 2, 1], -2), ([9.0, 3.0, 3.0, 1.0], [1, 2, 3, 4, 5, 6, 7, 9], 5)):
        for name, size in (("asked", 11), ("added", 10), ("chosen", 8), ("scopes", 10)):
            x, m, want = np.array(x), np.array(m), np.zeros(size)
            if name == "chosen" and n == 9:
                continue
            plain[name](x, m, n, want)
            yield Case(name, 1, 1, [x, m, n, np.zeros(size)], {3: want})
    yield Case("without_any", 1, 1, [np.ones(3), np.zeros(1)],
               error=["generators.py:54:17:", "ValueError: min() arg is an empty sequence"])
    # Python stops before the index that there is not.
    yield Case("stops", 1, 1, [np.array([1.0, 2, 5]), np.array([0, 2, 99]), np.zeros(2)], {2: np.array([1.0, 0])})
    x = np.array([5, 3, 5, 9, 1, 3, 3, 0])
    want = [np.sum(x < v) + 10 * np.sum(x[:k] == v) for k, v in enumerate(x)]
    yield Case("together", 1, 8, [x, np.zeros(8, np.int64)], {1: np.array(want)})
