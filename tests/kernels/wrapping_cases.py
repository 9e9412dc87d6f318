# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case


def neighbours(x):
    n = x.size
    i = np.arange(n)
    s = sum(x[(i + d) % n] * (d + 2) + x[(i - d) % n] * (d + 5) + x[(d + i) % n] for d in (-1, 0, 1))
    k = x % n
    return np.stack([x[(i + 1) % n], x[(i - 1) % n], x[(i + 2) % n], s, (i + 1) % (n + 1) + (i - 1) % (n + 1),
                     x[(k + 1) % n] - x[(k - 1) % n]], axis=-1)


def torus(a):
    n = sum(np.roll(a, (dy, dx), (0, 1)).astype(int) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - a
    return ((n == 3) | ((n == 2) & (a == 1))).astype(a.dtype)


def cases():
    for dtype in (np.int64, np.float32, np.int16):
        x = (3 * np.arange(4096) + 1).astype(dtype)
        for block in (32, 64, 96):
            t, o = np.arange(block), np.zeros(block, dtype)
            yield Case("by_remainder", 1, block, [x, o], {1: x[t * 7 % 32]})
            yield Case("by_mask", 1, block, [x, o], {1: x[(t * 5 + 3) % 16] + x[t * 2 % 32 + 1]})
            yield Case("by_narrow", 1, block, [x, o], {1: x[t * 9 % 256] + x[t * 9001 % 65536 >> 6]})
            yield Case("in_a_loop", 1, block, [x, o], {1: x[t * 7 % 32]})
    x = 3 * np.arange(128) + 1
    for block in (32, 64, 96):
        t, o = np.arange(block), np.zeros(block, np.int64)
        yield Case("in_shared", 1, block, [x, o], {1: x[t * 3 % 32]})
    t = np.arange(32)
    moved = np.zeros(32, np.int64)
    moved[t * 7 % 32] = x[t]
    yield Case("scattered", 1, 32, [x, np.zeros(32, np.int64)], {1: moved})
    yield Case("by_shuffle", 1, 32, [x, np.zeros(32, np.int64)], {1: x[(t ^ 4) * 7 % 32]})
    want = x.copy()
    for j in range(64):
        want[j * 3 % 32 + 1] = want[j * 3 % 32] + j
    yield Case("stored_and_loaded", 1, 32, [x], {0: want})
    n = np.arange(96)
    j = np.zeros(96, np.int64)
    for i in range(1, 96):
        j[i] = j[i - 1] % 256 + 71
    for block in (1, 40):
        want = np.broadcast_to(np.stack([n * 71 % 256, j, n * 9001 % 65536], axis=-1), (block, 96, 3))
        yield Case("counters", 1, block, [np.zeros((block, 96, 3), np.int64)], {0: want.copy()})
    first = np.append(0, np.cumsum(np.arange(50) * 7 % 5)).astype(np.int32)
    for dtype in (np.int8, np.int32, np.int64, np.uint16):
        low = 0 if dtype == np.uint16 else -100
        column = (np.arange(first[-1]) * 37 % (100 - low) + low).astype(dtype)
        values = 3 * np.arange(100) + 1
        products = np.append(values[column.astype(np.int64)] * (np.arange(first[-1]) + 1), 0)
        want = np.array([products[first[i]:first[i + 1]].sum() for i in range(50)])
        yield Case("by_data", 2, 32, [column, first, values, np.zeros(50, np.int64)], {3: want})
    random = np.random.default_rng(5)
    for size in (1, 2, 3, 100, 257):
        x = random.integers(-9, 9, size)
        yield Case("neighbours", (size + 63) // 64 + 1, 64, [x, np.zeros((size, 6), np.int64)], {1: neighbours(x)})
    for shape in ((1, 1), (2, 3), (33, 70)):
        a = random.integers(0, 2, shape).astype(np.uint8)
        yield Case("torus", (6, 10), (16, 4), [a, np.zeros(shape, np.uint8)], {1: torus(a)})
