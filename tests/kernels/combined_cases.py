# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(17)
TYPES = (np.int32, np.int64, np.uint32, np.uint64)


def fold(op, values, start):
    for v in values:
        start = op(start, v)
    return start


def every_way(x, some, start):
    out = start.copy()
    with np.errstate(over="ignore"):
        for at, v in ((0, x), (7, x[some])):
            out[at] += v.sum(dtype=x.dtype)
            out[at + 1] -= v.sum(dtype=x.dtype)
            for k, op in enumerate((np.maximum, np.minimum, np.bitwise_and, np.bitwise_or, np.bitwise_xor)):
                out[at + 2 + k] = fold(op, v, out[at + 2 + k])
    return out


def one_number(some, v, start):
    out = start.copy()
    with np.errstate(over="ignore"):
        for at, times in ((0, some.size), (6, int(some.sum()))):
            out[at] += v[0] * v.dtype.type(times)
            for k, op in enumerate((np.maximum, np.minimum, np.bitwise_and, np.bitwise_or, np.bitwise_xor)):
                out[at + 1 + k] = fold(op, [v[0]] * times, out[at + 1 + k])
    return out


def floats(x, some, start):
    """One after the other, as one block does."""
    out = start.copy()
    for i, (v, chosen) in enumerate(zip(x, some)):
        out[0] += v
        if chosen:
            out[1] += v
            out[2] -= v
            out[3] += x.dtype.type(0.5)
        out[4] -= x.dtype.type(i)
    return out


def numbers(dtype, n):
    info = np.iinfo(dtype)
    return R.integers(info.min, info.max, n, dtype, endpoint=True)


def cases():
    for blocks, block in ((1, 1), (1, 7), (1, 33), (3, 64), (5, 256), (2, 1000)):
        n = max(blocks * block - 3, 1)
        x = R.integers(0, 100, n)
        few = R.integers(0, 100, n).astype(np.int32)
        half = int((x >= 50).sum())
        yield Case("counts", blocks, block, [x, 50, np.array([5, 6, 7])], {2: np.array([5 + n, 6 + 3 * half, 7 - 2 * half])})
        yield Case("counts", blocks, block, [x, 500, np.zeros(3, np.int32)], {2: np.array([n, 0, 0], np.int32)})
        yield Case("both", blocks, block, [x, 50, np.zeros(1, np.uint64)], {2: np.array([half], np.uint64)})
        yield Case("both", blocks, block, [x.astype(np.float32), 50.0, np.zeros(1, np.int32)], {2: np.array([half], np.int32)})
        some = R.integers(0, 3, n) == 1
        for dtype in TYPES:
            values, start = numbers(dtype, n), numbers(dtype, 14)
            yield Case("every_way", blocks, block, [values, some, start], {2: every_way(values, some, start)})
            v, start = numbers(dtype, 1), numbers(dtype, 12)
            yield Case("one_number", blocks, block, [some, v, start], {2: one_number(some, v, start)})
        for dtype in (np.float32, np.float64):
            whole = R.integers(-99, 99, n).astype(dtype)
            yield Case("floats", blocks, block, [whole, some, np.zeros(5, dtype)], {2: floats(whole, some, np.zeros(5, dtype))})
            if blocks == 1:
                x_, start = (R.standard_normal(n) * 10.0 ** R.integers(-9, 9, n)).astype(dtype), R.random(5).astype(dtype)
                yield Case("floats", blocks, block, [x_, some, start], {2: floats(x_, some, start)})
        if block >= 2:
            halves = few.astype(np.float32) / 2
            ks = np.arange(n) % 3
            yield Case("floats_in_shared", blocks, block, [halves, np.zeros(2, np.float32)],
                       {1: np.array([halves.sum(), -(halves * (ks == 2)).sum()], np.float32)})
        yield Case("of_threads", blocks, block, [np.zeros(5, np.int64)], {})
        yield Case("in_loops", blocks, block, [x + 1, np.zeros(9, np.int64)], {})
        if block >= 3:
            yield Case("in_shared", blocks, block, [few, np.zeros(3, np.int32)],
                       {1: np.array([few.sum(), max(few.max(), 0), (few % 2).sum()], np.int32)})
        yield Case("of_blocks", blocks, block, [few, np.zeros(blocks + 1, np.int32)],
                   {1: np.array([few[b * block: (b + 1) * block].sum() for b in range(blocks)] + [n], np.int32)})
        yield Case("nowhere", blocks, block, [x, np.zeros(0, np.int64)], {})
        order = np.zeros(n + 1, np.int32)
        odd = int((x % 2).sum())
        yield Case("seen", blocks, block, [x, np.zeros(1, np.int32), order],
                   {1: np.array([odd], np.int32), 2: (np.arange(n + 1) < odd).astype(np.int32)})
        yield Case("scattered", blocks, block, [x, np.zeros(11, np.int64)], {})
        for dtype in (np.int32, np.uint64, np.float32, np.float64):
            # As many places as threads in rows 5 and 7: what was there is the same in any order.
            yield Case("places", blocks, block,
                       [few.astype(dtype), R.integers(0, 9, n), np.full((8, max(n, 9)), 3, dtype), np.zeros(n, dtype)], {})
    for n in (1, 20, 70):
        x = R.integers(0, 99, n)
        yield Case("asked_for", 1, 96, [x, np.zeros(1, np.int64), np.zeros(n, np.int64)], {2: x + 7},
                   only=("interp", "cpu"))
        yield Case("in_turn", 1, 96, [x, np.zeros(1, np.int64), np.zeros(n, np.int64)], {1: np.array([n]), 2: x * 2},
                   only=("interp", "cpu"))
    for grid, block, shape in (((2, 3), (16, 8), (21, 30)), ((1, 1), (40, 5), (5, 40)), ((3, 1), (32, 4), (4, 90))):
        x = R.integers(-50, 50, shape)
        yield Case("rows", grid, block, [x, np.zeros(shape[0] + 2, np.int64)],
                   {1: np.append(x.sum(1), [x.size, max(x.max(), 0)])})
