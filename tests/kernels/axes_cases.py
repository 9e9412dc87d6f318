# SPDX-License-Identifier: Apache-2.0
"""Launches of axes.py, in blocks of many shapes, on arrays that are long along each axis."""
import numpy as np
from corpus import Case

BLOCKS = [(1, 1, 1), (3, 5, 2), (16, 16, 1), (64, 1, 1), (1, 100, 1), (2, 3, 32)]


def around(extents, block):
    """The smallest grid that has a thread for each element."""
    return tuple(-(-n // b) for n, b in zip(extents, block))


def product(a, b):
    """In the order of the kernel, in float32."""
    sums = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for column, row in zip(a.T, b):
        sums += np.outer(column, row)
    return sums


def cases():
    random = np.random.default_rng(8)
    for extents in (9, 150), (150, 9), (70, 1), (1, 70):
        x = random.integers(0, 50, extents)
        i, j = np.indices(extents)
        a, b = (random.standard_normal(shape).astype(np.float32) for shape in ((extents[0], 7), (7, extents[1])))
        for block in BLOCKS:
            flat = (*block[:2], 1)
            grid = around((*extents, 1), flat)
            yield Case("rows", grid, flat, [x, np.zeros_like(x)], {1: 2 * x + 100 * i + j})
            yield Case("product", grid, flat, [a, b, np.zeros(extents, np.float32)], {2: product(a, b)})
            yield Case("turned", grid, flat, [x, np.zeros(extents[::-1], np.int64)], {1: x.T.copy()})
            yield Case("counted", grid, flat, [x, np.zeros(50, np.int64)],
                       {1: np.bincount(x.ravel(), 1.0 + j.ravel(), 50).astype(np.int64)})
            want = np.zeros(extents)
            want[1:-1, 1:-1] = (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
            yield Case("heat", grid, flat, [x.astype(np.float64), np.zeros(extents)], {1: want})
            lines, columns = 2 * flat[0], flat[1]
            yield Case("steps", (2, 1, 1), flat, [np.zeros(extents, np.int64)], {0: columns * i + lines * j + lines})
    x = random.integers(0, 50, (60, 60))
    for block in BLOCKS[:5]:
        yield Case("symmetric", around((60, 60, 1), block), (*block[:2], 1), [x, np.zeros_like(x)], {1: x + x.T})
    for extents in (5, 11, 40), (40, 5, 11), (11, 40, 2):
        x = random.integers(0, 50, extents)
        i, j, k = np.indices(extents)
        for block in BLOCKS:
            yield Case("cubes", around(extents, block), block, [x, np.zeros_like(x)], {1: x + 10000 * i + 100 * j + k})
