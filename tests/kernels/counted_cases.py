# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(61)


def counts():
    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        for threads, bins in ((5000, 256), (200, 256), (70000, 30000), (90000, 40000), (1000, 1)):
            x = R.integers(0, bins, threads)
            start = R.integers(0, 9, bins).astype(dtype)
            want = (start + np.bincount(x, minlength=bins).astype(dtype)).astype(dtype)
            yield Case("histogram", (threads + 127) // 128, 128, [x, start], {1: want})

    for dtype, bins in ((np.int8, 128), (np.int32, 256), (np.int64, 70000), (np.uint8, 256)):
        x = R.integers(max(-bins, np.iinfo(dtype).min), min(bins, np.iinfo(dtype).max + 1), 150000).astype(dtype)
        want = np.bincount(x.astype(np.int64) % bins, minlength=bins).astype(np.int32)
        yield Case("histogram", (x.size + 127) // 128, 128, [x, np.zeros(bins, np.int32)], {1: want})

    x = R.integers(0, 50, 3000).astype(np.int32)
    want = np.full(50, 2**31 - 10, np.int64)
    for v in x:
        for k in range(3):
            if v % 5 != k:
                want[v - k] += k + 1
                want[-1 - k] -= 2
    yield Case("up_and_down", 12, 256, [x, np.full(50, 2**31 - 10, np.int32)], {1: want.astype(np.int32)})
    yield Case("up_and_down", 12, 256, [x, np.full(50, 2**31 - 10, np.uint64)], {1: want.astype(np.uint64)})


def combined():
    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        info = np.iinfo(dtype)
        x = R.integers(info.min, info.max, 4000, dtype=dtype, endpoint=True)
        low, high = np.full(7, info.max, dtype), np.full(9, info.min, dtype)
        low[2], high[3] = info.min, info.max
        want_low = np.array([min(low[k], x[k::7].min()) for k in range(7)], dtype)
        want_high = np.array([max(high[k], x[k::9].max()) for k in range(9)], dtype)
        yield Case("extremes", 16, 256, [x, low, high], {1: want_low, 2: want_high})
        start = [R.integers(info.min, info.max, n, dtype=dtype, endpoint=True) for n in (5, 6, 7)]
        want = [np.array([op.reduce(np.append(x[k::s.size], s[k])) for k in range(s.size)], dtype)
                for s, op in zip(start, (np.bitwise_and, np.bitwise_or, np.bitwise_xor))]
        yield Case("bits", 16, 256, [x, *start], dict(enumerate(want, 1)))

    rows, columns = R.integers(0, 6, 70), R.integers(0, 11, 90)
    want = np.zeros((6, 11), np.int64)
    i, j = np.meshgrid(np.arange(70), np.arange(90), indexing="ij")
    np.add.at(want, (rows[i], columns[j]), i - j)
    yield Case("table", (9, 23), (8, 4), [rows, columns, np.zeros((6, 11), np.int64)], {2: want})


def others():
    x = R.integers(0, 10, 500)
    want = np.zeros(10, np.int64)
    for i, v in enumerate(x):
        want[v] = max(want[v] + 3, i % 40)
    yield Case("mixed", 2, 64, [x, np.zeros(10, np.int64)], {1: want})

    x = R.integers(0, 10, 500)
    want = np.bincount(x, minlength=10)
    ranks = np.arange(500)[:, None] < want
    yield Case("asked", 4, 128, [x, np.zeros(10, np.int64), np.zeros((500, 10), bool)], {1: want, 2: ranks})

    x = R.integers(0, 100, 256)
    want = x.reshape(8, 32).sum(axis=1)
    yield Case("read_too", 8, 32, [x, np.zeros(8, np.int64), np.zeros(256, np.int64)], {1: want, 2: np.repeat(want, 32)})

    x = R.integers(0, 10, 500)
    want = np.zeros(20, np.int64)
    want[::2] = np.bincount(x, minlength=10)
    yield Case("every_second", 4, 128, [x, np.zeros(20, np.int64)], {1: want})

    x = R.integers(0, 32, 900)
    want = [np.array([x.sum()]), np.bincount(x % 3), np.array([x.max()]), np.array([np.bitwise_or.reduce(x)]),
            np.bincount(x, minlength=32)]
    yield Case("counters", 8, 128, [x, *(np.zeros_like(w) for w in want)], dict(enumerate(want, 1)))


def cases():
    yield from counts()
    yield from combined()
    yield from others()
