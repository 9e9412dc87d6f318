# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(11)


def whole(*shape):
    """Whole numbers: sums of them are exact in any order."""
    return R.integers(-20, 20, shape).astype(np.float64)


def cases():
    weights = (0.25, 0.5, 0.125)
    x, y, a, n = whole(9), whole(7), whole(5, 4), 6
    out = np.zeros((n, 4))
    for i in range(n):
        out[i, 0] = sum(k * v for k, v in enumerate(x))
        out[i, 1] = sum(w * k for k, w in enumerate(weights, 1))
        out[i, 2] = a[0, 0] * 0 + a[2, 0] * 2 + a[3, 0] * 3
        out[i, 3] = sum(k * v for k, v in enumerate(range(i, -3, -2), i))
    yield Case("enumerated", 1, 32, [x, a, np.zeros((n, 4))], {2: out})
    yield Case("enumerated", 1, 32, [x[::2].copy()[::-1], np.asfortranarray(a), np.zeros((n, 4))],
               {2: np.stack([np.full(n, sum(k * v for k, v in enumerate(x[::2][::-1]))), *out[:, 1:].T], 1)})

    out = np.zeros((n, 5))
    for i in range(n):
        out[i, 0] = sum(u * v for u, v in zip(x, y))
        out[i, 1] = sum(u * k + w for u, k, w in zip(x[i:], range(10, 20, 3), weights))
        out[i, 2] = sum(k * u - v for k, (u, v) in enumerate(zip(x, y[::-1])))
        out[i, 3] = sum(range(i))
        out[i, 4] = sum(k * v - u for (k, u), v in zip(enumerate(x, 5), y)) + 0.5
    yield Case("zipped", 1, 32, [x, y, np.zeros((n, 5))], {2: out})

    b = abs(a)
    for m in (a, b, np.asfortranarray(b), np.zeros((0, 4))):
        out = np.zeros((n, 5))
        for i in range(n):
            out[i, 0] = sum(m[p, q] * (p - q) for p, q in np.ndindex(m.shape))
            out[i, 1] = sum(p * 100 + q * 10 + r for p, q, r in np.ndindex(2, i, 3))
            out[i, 2] = sum(range(max(i - 2, 0)))
            for (p, q), v in np.ndenumerate(m):
                if v < 0:
                    break
                out[i, 3] += v * p + q
            out[i, 4] = sum(k * v * place[1] for k, (place, v) in enumerate(np.ndenumerate(m.T)))
        yield Case("places", 1, 32, [m, np.zeros((n, 5))], {1: out})

    s = whole(64).astype(np.float32)
    want = np.full(64, sum(v * (k % 3) for k, v in enumerate(s)) + sum(s[:8] * s[:8]), np.float32)
    yield Case("held", 1, 64, [s, np.zeros(64, np.float32)], {1: want})

    for bounds in ((0, 10, 3), (0, 9, 3), (10, 0, -3), (5, 5, 1), (5, 4, 1), (4, 5, -1), (-7, 8, 5), (8, -7, -5),
                   (-2**63, 2**63 - 1, 2**62), (2**63 - 1, -2**63, -2**62)):
        yield Case("lengths", 1, 1, [np.zeros(1, np.int64), *bounds], {0: np.array([len(range(*bounds))])})
    for bounds in ((np.int32(0), np.int32(10), np.int32(4)), (np.int32(2**31 - 1), np.int32(-2**31), np.int32(-2**30)),
                   (np.uint64(3), np.uint64(2**64 - 1), np.uint64(2**62)), (np.uint64(3), np.uint64(2), np.uint64(1))):
        count = len(range(*map(int, bounds)))
        yield Case("lengths", 1, 1, [np.zeros(1, np.int64), *bounds], {0: np.array([count])})

    u = np.uint64
    for bounds in ((u(13), u(3), -2), (u(2**63 + 9), u(2**63 - 3), np.int32(-3)), (u(3), u(13), -1), (u(3), u(50), 7),
                   (np.uint32(9), u(0), np.int8(-4)), (u(1), u(2**64 - 1), 2**62)):
        out, values = np.zeros(7, u), list(range(*map(int, bounds)))[:6]
        out[:len(values)] = values
        out[2], out[6] = 0, len(values)
        yield Case("falling", 1, 1, [np.zeros(7, u), *bounds], {0: out})
        yield Case("lengths", 1, 1, [np.zeros(1, np.int64), *bounds], {0: np.array([len(range(*map(int, bounds)))])})
    zero = "ValueError: range() arg 3 must not be zero"
    for bounds in ((0, 10, 0), (5, 5, 0), (u(3), u(9), np.int8(0)), (u(3), u(9), u(0))):
        yield Case("lengths", 1, 1, [np.zeros(1, np.int64), *bounds], error=["iteration.py:87:37", zero])
        yield Case("falling", 1, 1, [np.zeros(7, u), *bounds], error=["iteration.py:97:33", zero])
    yield Case("strides", 1, 16, [np.zeros(40, np.int64), 0], error=["iteration.py:114:37", zero])
    yield Case("strides", 1, 16, [np.zeros(40, np.int64), 5], {0: np.arange(40) * 2 + (np.arange(40) % 5 == 0)})
