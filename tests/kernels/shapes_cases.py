# SPDX-License-Identifier: Apache-2.0
"""Launches of shapes.py, in blocks of many shapes."""
import itertools

import numpy as np
from corpus import Case

SHAPES = [(1, 1, 1), (3, 5, 2), (16, 16, 1), (1, 64, 1), (256, 1, 1), (33, 2, 3), (1024, 1, 1), (7, 1, 16)]


def grid_of(extents, block):
    return tuple(-(-n // b) for n, b in zip(extents, block, strict=True))


def rounds_of(n):
    rounds = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        rounds += 1
    return rounds


def products(a, b):
    c = np.zeros((len(a), b.shape[1]), np.float32)
    for k in range(a.shape[1]):
        c += a[:, k, None] * b[k]
    return c


def cases():
    rng = np.random.default_rng(3)
    z, y, x = np.indices((3, 21, 130))
    for block in SHAPES:
        yield Case("places", grid_of((130, 21, 3), block), block, [np.zeros((3, 21, 130), np.int32)],
                   {0: (10000 * z + 100 * y + x + 1).astype(np.int32)})
    for block, grid in itertools.product(SHAPES[:5], [(1, 1, 1), (5, 3, 1), (67, 2, 1)]):
        n = grid[0] * block[0], grid[1] * block[1]
        flat = (*block[:2], 1)
        yield Case("all_of_the_grid", grid, flat, [np.zeros(n[::-1], np.int32), np.zeros(2, np.int64)],
                   {0: np.ones(n[::-1], np.int32), 1: np.array(n)})
        i, k = np.indices((19, 41))
        yield Case("strides", grid, flat, [np.zeros((19, 41), np.int64)], {0: n[0] * i + n[1] * k})
    for block in (4, 3, 1), (64, 1, 2), (1, 1, 1), (300, 2, 1):
        yield Case("one_axis", (grid_of((700,), block[:1])[0], 2, 1), block, [np.zeros(700, np.int32)],
                   {0: np.full(700, 2 * block[1] * block[2], np.int32)})
    n = rng.integers(1, 500, (9, 150))
    a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((30, 7), (7, 150)))
    for block in SHAPES:
        flat = (*block[:2], 1)
        yield Case("longest", grid_of((150, 9, 1), flat), flat, [n, np.zeros_like(n)], {1: np.vectorize(rounds_of)(n)})
        yield Case("product", grid_of((150, 30, 1), flat), flat, [a, b, np.zeros((30, 150), np.float32)], {2: products(a, b)})
        i, k = np.indices((20, 70))
        yield Case("place_and_thread", grid_of((70, 20, 1), flat), flat, [np.zeros((20, 70), np.int64)],
                   {0: 1000 * (k % block[0]) + 10 * (i // block[1]) + block[0]})
    for threads in 1, 5, 32, 100:
        yield Case("first_of_block", -(-333 // threads), threads, [np.zeros(333, np.int64)], {0: np.arange(333) // threads * threads})
