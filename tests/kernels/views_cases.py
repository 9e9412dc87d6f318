# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(11)


def layouts(a):
    wide = np.zeros((a.shape[0], 2 * a.shape[1] + 1), a.dtype)
    wide[:, 1::2] = a
    return a, np.asfortranarray(a)


def cases():
    base = R.integers(-99, 99, (9, 11)).astype(np.float64)
    s = lambda v: v.sum()
    want = np.array([[s(r), s(r[1:-1]), s(r[2:-2]), s(r[::2]), s(r[::-3]), s(r[-3:]), s(r[3:100]), 0.0,
                      s(r[5:2:-1]), s(base[:, i % 11]), len(r[1::4]), s(base.T[i % 11])]
                     for i, r in enumerate(base)])
    for a in layouts(base):
        yield Case("sums", 1, 16, [a, np.zeros_like(want)], {1: want})

    a = R.integers(-99, 99, (8, 12)).astype(np.int32)
    want = a.reshape(4, 2, 6, 2).max((1, 3)).astype(np.int64) + 4
    for v in layouts(a):
        yield Case("blocks", (1, 1), (4, 6), [v, np.zeros((4, 6), np.int64)], {1: want})

    a = R.standard_normal((5, 3, 4)).astype(np.float32)
    want = np.stack([a[:, 1, 2], a[:, -1, 2], a[:, 2, 1], a[:, 1, 0], a[:, 1, -1]], 1)
    for v in (a, np.asfortranarray(a)):
        yield Case("deep", 1, 8, [v, np.zeros_like(want)], {1: want})

    a = R.integers(-9, 9, (6, 8))
    want = a.copy()
    for i, row in enumerate(want):
        row[0] = -1
        row[1:3] = 7
        row[3:6] = (i, i + 1, i + 2)
        row[6:] = row[:2]
        row[-1] += 1
    for v in (a, np.asfortranarray(a)):
        yield Case("writes", 1, 8, [v], {0: want})

    a, b = R.integers(0, 9, 40), np.zeros(40, np.int64)
    yield Case("ping_pong", 2, 20, [a, b, 5], {0: a + 4, 1: a + 5})
