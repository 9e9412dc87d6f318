# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(7)
SIZES = ((1, 32), (1, 33), (3, 70), (2, 128))


def escaped(x, limit):
    v, n = x.copy(), np.zeros(x.size, np.int64)
    for _ in range(limit):
        here = v * v <= 4
        n += here
        v = np.where(here, v * v - 0.7, v)
    return n


def wrapped(left):
    left = np.maximum(left, 0)
    with np.errstate(over="ignore"):
        return np.stack([(np.int64(2147483640) + left).astype(np.int32).astype(np.int64),
                         np.int64(9223372036854775800) + left, np.int64(-9223372036854775807) - 3 * left], axis=1)


def indices(x, what):
    size = x.size
    rows = []
    for w in what:
        up = next((k for k in range(size) if x[k] >= w), size - 1)
        down = range(size - 1, -1, -3)
        rows.append([up, next((k for k in down if x[k] < w), down[-1]),
                     2147483640 + next((k for k in range(size) if x[k] > w), size - 1)])
    return np.array(rows)


def before(op, left, start):
    rows = []
    for n in left:
        a, b = start
        for _ in range(0, n, 3):
            a, b = b, op(a, b)
        rows.append(a)
    return np.array(rows, start.dtype)


def cases():
    for blocks, block in SIZES:
        n = blocks * block - 5
        f = R.random(n) * 4 - 2
        few = R.integers(-3, 90, n)
        yield Case("escape", blocks, block, [f, 40, np.zeros(n, np.int64)], {2: escaped(f, 40)})
        yield Case("escape", blocks, block, [f, 0, np.zeros(n, np.int64)], {2: np.zeros(n, np.int64)})
        yield Case("escape", blocks, block, [f, 40, np.zeros(n, np.int32)], {2: escaped(f, 40).astype(np.int32)})
        yield Case("wraps", blocks, block, [few, np.zeros((n, 3), np.int64)], {1: wrapped(few)})
        x = np.sort(R.random(50))
        what = R.random(n) * 1.2 - 0.1
        yield Case("index", blocks, block, [x, what, np.zeros((n, 3), np.int64)], {2: indices(x, what)})
        yield Case("skips", blocks, block, [np.abs(few) + 1, np.zeros(n, np.int64)], {})
        yield Case("goes_on", blocks, block, [few, np.zeros(n, np.int64)], {})
        yield Case("inner", blocks, block, [few, np.zeros(n, np.int64)], {})
        yield Case("either", blocks, block, [few, np.zeros(n, np.int64)], {})
        for limit in (3, 20, 40):
            yield Case("leaves", blocks, block, [few, limit, np.zeros(n, np.int64)], {})
        yield Case("grows", blocks, block, [f * 4, np.zeros((n, 3))], {})
        for limit in (0, 4, 14, 60):
            yield Case("all_at_once", blocks, block, [few, limit, np.zeros(n, np.int64)], {})
        yield Case("loads", blocks, block, [f * 9, R.random(30), np.zeros(n)], {})
        yield Case("loads", blocks, block, [f * 9, np.zeros(0), np.zeros(n)], {})
        for kernel, op, types in (("sums_before", np.add, "iqfd"), ("products_before", np.multiply, "iqfd"),
                                  ("masks_before", np.bitwise_xor, "iq")):
            for start in (np.array([3, 2], t) for t in types):
                with np.errstate(over="ignore"):
                    yield Case(kernel, blocks, block, [few // 4, start, np.zeros(n, start.dtype)],
                               {2: before(op, few // 4, start)})
