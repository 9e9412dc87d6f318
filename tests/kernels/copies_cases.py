# SPDX-License-Identifier: Apache-2.0
"""CPython runs the kernels' own text for what must come of them."""
import pathlib
import types

import numpy as np
from corpus import Case

TEXT = pathlib.Path(__file__).with_name("copies.py").read_text()
RECORD = np.dtype([("x", np.float32), ("n", np.int64), ("v", np.int16, (3,))])


def plain():
    """The module's names; local arrays are NumPy's, records have attributes."""
    local = types.SimpleNamespace(array=lambda shape, dtype: np.zeros(shape, dtype))
    scope = {"cuda": types.SimpleNamespace(local=local), "float32": np.float32, "int32": np.int32}
    exec(TEXT.replace("from numba import cuda, float32, int32\n", "").replace("@cuda.jit\n", ""), scope)
    return scope


def cases():
    kernels = plain()

    def case(name, out, *args):
        want = np.zeros(out)
        kernels[name](*(a.view(np.recarray) if isinstance(a, np.ndarray) and a.dtype.names else a for a in args), want)
        return Case(name, 1, 1, [*args, np.zeros(out)], {len(args): want})

    for dtype in (np.float64, np.int16):
        x = (np.arange(12) * 3 % 7 + 1).astype(dtype)
        for size in (12, 7, 3, 1, 0):
            for i in (0, 2, 6, -1, -4):
                yield case("bounds", 12, x[:size], i)
        yield case("bounds", 12, x[::-2], 1)
    y = np.arange(15, dtype=np.float32).reshape(3, 5)
    yield case("own", 10, np.array([1.5, -2, 8]), y)
    yield case("own", 10, np.array([1, -2, 8]), np.asfortranarray(y)[::-1])
    for m in (1, 2, 5):
        yield case("turns", 7, np.arange(9.0) ** 2, m)
    yield case("functions", 5, np.arange(9.0) ** 2)
    p = np.zeros(3, RECORD)
    p["x"], p["n"], p["v"] = (1.5, 2.5, 3.5), (4, 5, 6), np.arange(9).reshape(3, 3)
    for dtype in (np.complex64, np.complex128):
        yield case("fields", 8, p, np.array([1 + 2j, 3 - 4j, -5 + 6j], dtype))
    t = np.arange(32, dtype=np.int32).reshape(4, 8) * 5 % 17
    yield Case("tiles", 1, (8, 4), [t, np.zeros((4, 8), np.int64)], {1: t[:, ::-1] + 100 * t.sum(0)})
    x = np.arange(14.0) ** 2 + 1
    for size in (14, 5, 1, 0):
        for t in (*range(-7, 16), 2**62, -2**62):
            for n in (3, -2):
                yield case("windows", 10, x[:size], t, n)
    for t in range(-2, 16):
        yield case("window_of_any", 1, x, t)
    yield case("window_of_any", 1, x[:5], -4)
    yield Case("window_of_any", 1, 1, [x, -5, np.zeros(1)],
               error=["copies.py:187:9:", "ValueError: array.copy has memory for 3 places along axis 0 here, and the slice has 11"])
    for t in (0, 2):
        yield case("views", 7, x, np.array([1 + 2j, 3 - 4j, -5 + 6j, 7j]), t)
    for n in (0, 1, 2, 5):
        yield case("shrinking", 3, x, n)
        yield case("captured", 3, x, n)
