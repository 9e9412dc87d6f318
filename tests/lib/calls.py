# SPDX-License-Identifier: Apache-2.0
"""The device library as C (calls.c), for tests; and arguments to try it on."""
import ctypes

import numpy as np

EDGES = [0.0, 1.0, 2.0, 0.5, 0.1, 0.3, 0.75, 1.5, 3.0, 7.0, 7.5, 10.0, 88.5,
         88.72284, 103.5, 104.5, 709.5, 709.9, 745.0, 746.0, 1e5, 100001.0,
         1e6, 1e10, 1e22, 1e38, 1e300, 5e-324, 1e-310, 1e-45, 1e-40,
         2.2250738585072014e-308, 1.7976931348623157e308, np.inf, np.nan,
         9007199254740993.0, 2.0**60, 1.0 + 2.0**-52, 1.0 + 2.0**-23]


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.lib_eval.argtypes = [ctypes.c_char_p, ctypes.c_int64,
                                          *3 * [ctypes.c_void_p]]

    def __call__(self, name, x, y=None):
        out = np.zeros_like(x)
        y = x if y is None else y
        name = f"{name}_f{8 * x.real.itemsize}".encode()
        if self.library.lib_eval(name, x.size, x.ctypes.data, y.ctypes.data,
                                 out.ctypes.data):
            raise KeyError(name)
        return out


def arguments(count, dtype, operands):
    """Edges in all combinations, any bits, numbers near 0; `count` of each of
    the last two. A list of arrays, one an operand."""
    rng = np.random.default_rng(1)
    with np.errstate(all="ignore"):
        edges = np.array([s * e for e in EDGES for s in (1, -1)], dtype)
    grids = np.meshgrid(*operands * [edges])
    integer = np.uint32 if dtype == np.float32 else np.uint64
    result = []
    for grid in grids:
        bits = rng.integers(0, np.iinfo(integer).max, count, integer, True)
        near = (rng.standard_normal(count) * 20).astype(dtype)
        result.append(np.concatenate([grid.ravel(), bits.view(dtype), near]))
    return result


def complex_arguments(count, dtype, operands):
    """The same for complex numbers: all pairs of some edges, and a third each of
    any size, about 1 and on the axes."""
    part = np.float32 if dtype == np.complex64 else np.float64
    rng = np.random.default_rng(2)
    edges = [0.0, 1.0, 0.5, 2.0, 3.0, 1e-3, 100.0, 1e10, 1e-30, 1e30, np.inf, np.nan]
    edges = np.array([s * e for e in edges for s in (1, -1)], part)
    result = []
    for _ in range(operands):
        size = rng.choice([1.0, 1e-6, 10.0, 1e8], count)
        parts = (rng.standard_normal((count, 2)) * size[:, None]).astype(part)
        parts[::7, 0] = 0
        parts[3::7, 1] = 0
        grid = np.stack(np.meshgrid(edges, edges), -1).reshape(-1, 2)
        if result:
            rng.shuffle(grid)
        result.append(np.concatenate([grid, parts]).astype(part).view(dtype).ravel())
    return result
