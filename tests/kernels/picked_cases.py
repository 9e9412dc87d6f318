# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib
import re
import types

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("picked.py").read_text()


def cases():
    plain = {}
    exec(re.sub(r"@cuda\.jit\n|from numba import cuda\n", "", TEXT), plain)
    plain["cuda"] = types.SimpleNamespace(local=types.SimpleNamespace(array=np.zeros))
    for dtype in (np.int64, np.int32, np.int8):
        for order in "CF":
            x, m = np.array([1.5, 9, -3, 4, 0.25, 8]), np.array([3, 0, 2, 5, 1], dtype)
            a = np.array(np.arange(12.0).reshape(3, 4) ** 2, order=order)
            for name, size in (("stored", 31), ("reduced", 7)):
                args = [x, m, a, np.zeros(size)]
                want = [v.copy(order="K") for v in args]
                plain[name](*want)
                yield Case(name, 1, 1, args, dict(enumerate(want)))
    words = "IndexError: index 3 is out of bounds for size 3"
    yield Case("outside", 1, 1, [np.ones(3), np.array([0, -3, 3]), np.zeros(3)], error=words)
    yield Case("outside", 1, 1, [np.arange(3.0), np.array([0, -3, 2], np.int16), np.zeros(3)], {2: np.array([0.0, 0, 2])})
    words = "ValueError: the values are computed from other elements of the array"
    yield Case("overlaps", 1, 1, [np.ones(3), np.array([0, 1, 2])], error=words)
    yield Case("next_to", 1, 1, [np.arange(6.0), np.array([2, 1, 2])], {0: np.array([5.0, 4, 5, 3, 4, 5])})
