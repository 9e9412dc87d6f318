# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(6)


def totals():
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


def all_widths():
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint64, np.float32, np.float64):
        low = 0 if np.dtype(dtype).kind == "u" else -100
        x = R.integers(low, 100, 75).astype(dtype)
        x[0], x[10] = 7, 99
        start = np.full(8, 5, dtype)
        start[7] = 99
        total = x.sum(dtype=dtype)
        top, least = max(5, x.max()), min(5, x.min())
        with np.errstate(over="ignore"):
            want = np.array([dtype(5) + total, dtype(5) - total]).astype(dtype)
        want = np.concatenate([want, np.array([top, least, top, least, x[3], 7], dtype)])
        yield Case("every", 3, 32, [x, start], {1: want})
    x = R.integers(-300, 300, 64).astype(np.int16)
    want = np.array([x[k::7].sum(dtype=np.int16) for k in range(7)] + [max(0, x.max())], np.int16)
    yield Case("every_shared", 1, 64, [x, np.zeros(8, np.int16)], {1: want})
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, bool):
        x = R.integers(0, 2 if dtype is bool else 127, 77).astype(dtype)
        start = np.array([True, False, False]) if dtype is bool else np.array([~dtype(0), 0, 0], dtype)
        want = np.array([np.bitwise_and.reduce(x), np.bitwise_or.reduce(x), np.bitwise_xor.reduce(x)], dtype)
        yield Case("small_bits", 3, 32, [x, start], {1: want})
    for dtype in (np.uint32, np.uint64, np.uint8, np.uint16):
        seen = np.zeros((2, 7), np.int32)
        want = np.array([[14] * 6 + [0]] * 2, np.int32)
        yield Case("wraps", 3, 28, [np.zeros(2, dtype), seen, 5], {0: np.zeros(2, dtype), 1: want})
    for dtype in (np.float32, np.float64):
        x = np.array([3, np.nan, -7, 5, np.nan, 1], dtype)
        start = np.array([np.nan, np.nan, np.nan, np.nan, 0, 0], dtype)
        yield Case("nans", 1, 8, [x, start], {1: np.array([np.nan, np.nan, 5, -7, 5, -7], dtype)})
    for dtype in (np.int32, np.int64, np.float32, np.float64, np.uint8, np.int16, bool):
        yield Case("swap", 3, 32, [np.zeros(2, dtype), np.zeros(1, np.int32)],
                   {0: np.array([1, 0], dtype), 1: np.array([1], np.int32)})


def in_shared_memory():
    # Shared memory is one worker's on CPUs, which need no atomics there.
    for dtype in (np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64):
        low = 0 if np.dtype(dtype).kind == "u" else -100
        x = R.integers(low, 100, 96).astype(dtype)
        with np.errstate(over="ignore"):
            total = x.sum(dtype=dtype)
            both = x[5:6] + x[6:7]
            want = np.concatenate([np.minimum(both, x[7]), x[1:2] - total, [x.min()], [x.max()], x[:1] + total,
                                   x[5:6], both]).astype(dtype)
        yield Case("in_shared", 1, 96, [x, np.zeros(7, dtype)], {1: want})
    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        x = R.integers(0, 2**31 - 1, 70).astype(dtype)
        x[2] = x[0]
        want = np.array([np.bitwise_and.reduce(x), np.bitwise_or.reduce(x), np.bitwise_xor.reduce(x) ^ x[2]], dtype)
        yield Case("bits_in_shared", 1, 70, [x, np.zeros(3, dtype)], {1: want})
    for dtype in (np.float32, np.float64):
        x = R.uniform(1, 7.9, 70).astype(dtype)
        table, line = np.zeros((8, 9), np.int64), np.zeros(9, np.int64)
        np.add.at(table, (x.astype(np.int64), (-x.astype(np.float64) / 2).astype(np.int64)), 1)
        np.maximum.at(table, (np.arange(70) % 2, -1), np.arange(70))  # where nothing is added
        np.add.at(line, x.astype(np.int64), 2)
        line[0] = 7
        yield Case("float_indices", 3, 32, [x, np.zeros_like(table), np.zeros_like(line)], {1: table, 2: line})


def cases():
    yield from totals()
    yield from all_widths()
    yield from in_shared_memory()
