# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(6)


def cases():
    for dtype in (np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64):
        low = 0 if np.dtype(dtype).kind == "u" else -100
        x = R.integers(low, 100, 1000).astype(dtype)
        start = np.array([5, 5, 5, 5, 0], dtype)
        with np.errstate(over="ignore"):
            want = np.array([5 + x.sum(dtype=dtype), dtype(5) - x.sum(dtype=dtype), max(5, x.max()), min(5, x.min()), 1000])
            want = want.astype(dtype)
            want[1] = dtype(5) - x.sum(dtype=dtype)
        yield Case("totals", 8, 128, [x, start], {1: want})

    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        x = R.integers(0, 2**31 - 1, 77).astype(dtype)
        start = np.array([~dtype(0), 0, 0], dtype)
        want = np.array([np.bitwise_and.reduce(x), np.bitwise_or.reduce(x), np.bitwise_xor.reduce(x)], dtype)
        yield Case("bits", 3, 32, [x, start], {1: want})

    x = R.integers(0, 10000, 5000)
    yield Case("block_histogram", 6, 96, [x, np.zeros(16, np.int32)],
               {1: np.bincount(x % 16, minlength=16).astype(np.int32)})
    yield Case("tickets", 8, 64, [np.zeros(1, np.int64), np.zeros(500, np.int32)],
               {0: np.array([500]), 1: np.ones(500, np.int32)})
    k = R.integers(0, 30, 400)
    want = np.zeros(40, np.int32)
    want[np.unique(k)] = 1
    want[39] = np.unique(k).size
    yield Case("exchange", 4, 128, [np.zeros(40, np.int32), k], {0: want})
    m = R.integers(-9, 9, (20, 30)).astype(np.float64)
    want = np.array([[m[i::2, j::3].sum() for j in range(3)] for i in range(2)])
    yield Case("two_d", (3, 4), (8, 8), [m, np.zeros((2, 3))], {1: want})
