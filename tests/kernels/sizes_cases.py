# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(80)


def sized(*args, **words):
    return Case(*args, launched=True, **words)


def cases():
    for block in (8, 33, 256):
        x = R.integers(0, 100, 2 * block)
        framed = np.full((2, block + 2), 7)
        framed[:, 1:-1] = x.reshape(2, block)
        yield sized("by_block", 2, block, [x, np.zeros_like(x)], {1: (framed[:, :-2] + framed[:, 2:]).reshape(-1)})
    x = R.random((6, 10)).astype(np.float32)
    yield sized("by_block_2d", 1, (10, 6), [x, np.zeros_like(x)], {1: x[::-1, ::-1].copy()})
    x = R.integers(0, 50, 40)
    for n, k in ((1, 5), (7, 5), (7, 6), (30, -1)):
        want = k + n + sum(np.roll(x, -j) * (j + 1) for j in range(n))
        yield sized("by_argument", 2, 20, [x, n, k, np.zeros_like(x)], {3: want})
    for grid in (3, 20):
        yield sized("by_grid", grid, 32, [np.zeros(grid, np.int64)], {0: np.full(grid, sum(range(grid)))})
    x = R.integers(0, 50, 64)
    for n in (16, 64):
        want = np.concatenate([x[n - 1 - np.arange(64) % n], [x[n - 1], n + 100 * 2 * n + 10000 * n]])
        yield sized("dynamic_size", 1, 64, [x, np.zeros(66, np.int64)], {1: want}, shared=8 * n)
    x = R.integers(0, 50, 24).astype(np.int32)
    yield sized("dynamic_parts", 1, 24, [x, np.zeros(24, np.int64)], {1: x[::-1].astype(np.int64) * 1000 - x}, shared=192)
    for block in (40, 950):
        x, t = R.integers(0, 50, block).astype(np.float32), np.arange(block)
        want = (x + 13 - x * (t % 256))[::-1] - t % 16
        yield sized("large", 1, block, [x, np.zeros(block)], {1: want}, shared=128)
    x, t = R.permutation(32), np.arange(32)
    parts = [x[n - 1 - t % n] for n in (4, 8, 8, 16, 32)]
    want = parts[0] + 100 * parts[1] + 10000 * (parts[2] + 100 * parts[3]) + 100000000 * parts[4]
    yield Case("by_literal", 1, 32, [x, np.zeros(32, np.int64)], {1: want})
    yield Case("by_shape", 1, 1, [x, np.zeros(2, np.int64)], {1: np.array([x[11], x[9] + x[11]])})
    yield sized("by_float", 1, 1, [np.ones(3), np.zeros(1)], error=["sizes.py:", "must be known when compiling"])
    x = R.integers(0, 50, 40)
    for n, wide, k in ((2, 0, 3), (2, 0, 4), (5, 1, 3), (5, 0, -3)):
        rows, more = (2, 1) if n > 3 else (1, 0)
        size = (2 * n + 1 if wide else n) + more
        want = [x[size - 1] + k + 1000 * rows * size, x[n * rows - 1], x[n - 1] - k if n > 1 else -2 * k]
        yield sized("by_derived", 1, 1, [x, n, wide, k, np.zeros(3, np.int64)], {4: np.array(want)})
    for n in (4, 0, -2):
        yield sized("by_some", 1, 1, [x, n, np.zeros(2, np.int64)], {2: np.array([x[n - 1], 3 * n] if n > 0 else [0, -1])})
    for n in (0, 1, -1):
        yield sized("by_item", 1, 1, [n, np.zeros(2)], {1: np.array([(1, 2.5, 3)[n] * 2, len((1, 2.5, 3)[n:])], float)})
    for n in (5, 2):
        want = sum(x[k] * k for k in range(n + 1)) + 2 * x[2] + x[1]
        yield sized("by_depth", 1, 1, [x, n, np.zeros(1, np.int64)], {2: np.array([want])})
    for n, m, first in ((2, 3, 4), (2, 3, 5), (4, 1, 0)):
        want = np.array([m, n, x[first + n * m - 1] + 1000 * n * m, m + 1])
        yield sized("by_field", 1, 1, [x, n, m, first, np.zeros(4, np.int64)], {4: want})
    for n, k in ((3, 5), (3, 6), (5, 5), (1, 4)):
        rest = x[1:4] if n > 4 else np.where(x[:3] > 25, x[:3], -x[:3])
        want = [k, 1] if n == 3 else [0, 0]
        want = np.array([*want, rest.sum(), 2 * k if n == 1 else 7])
        yield sized("by_branch", 1, 1, [x, n, k, np.zeros(4, np.int64)], {3: want})
