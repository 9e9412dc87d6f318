# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case


def cases():
    want = np.zeros((7, 6, 5, 6), np.int64)
    block, grid = (3, 2, 4), (3, 3, 2)
    for x, y, z in np.ndindex(7, 6, 5):
        want[x, y, z] = [x % 3 + 100 * (x // 3), y % 2 + 100 * (y // 2), z % 4 + 100 * (z // 4),
                         3 * 10000 + 2 * 100 + 4, 3 * 10000 + 3 * 100 + 2, 9 * 10000 + 6 * 100 + 8]
    yield Case("where", grid, block, [np.zeros_like(want)], {0: want})
    yield Case("dotted", 3, 37, [np.zeros(100, np.int32)], {0: np.arange(100, dtype=np.int32)})
    x = np.arange(1000, dtype=np.float32)
    yield Case("stride", 3, 64, [x, np.zeros_like(x)], {1: 2 * x})
    m = np.arange(7 * 9, dtype=np.int16).reshape(7, 9)
    yield Case("columns", (2, 3), (4, 4), [m, np.zeros((9, 7), np.int16)], {1: m.T.copy()})
    yield Case("columns", (2, 3), (4, 4), [np.asfortranarray(m), np.zeros((9, 7), np.int16)], {1: m.T.copy()})
    yield Case("unused_axes", (2, 2), (8, 3, 2), [np.zeros(8, np.int32)], {0: np.full(8, 24, np.int32)})
