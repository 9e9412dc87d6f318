# SPDX-License-Identifier: Apache-2.0
import numpy as np
from corpus import Case

R = np.random.default_rng(11)


def layouts(a):
    wide = np.zeros((a.shape[0], 2 * a.shape[1] + 1), a.dtype)
    wide[:, 1::2] = a
    return a, np.asfortranarray(a)


def views_of_bytes():
    n, width = 7, 6
    a = np.round(R.normal(size=(n, width)), 1).astype(np.float32)
    b = np.zeros((n, 13), np.uint8)
    b[:, 1:5] = np.arange(1, n + 1, dtype=np.float32).reshape(n, 1).view(np.uint8)
    was, want = a.copy(), np.zeros((n, 6))
    a.view(np.int32)[:, 0] += 3
    a.view(np.uint32)[:, 2] = np.maximum(a.view(np.uint32)[:, 2], np.arange(n))
    want[:, 0] = a[:, 2]
    want[:, 1] = a[:, 2:].copy().view(np.float64)[:, 1]
    want[:, 2] = a[:, 5]
    want[:, 3] = np.where(np.arange(n) % 2, a[:, 3].astype(np.float64) + 2, np.arange(1, n + 1) + 2)
    want[:, 4] = a[:, 5] + a[:, 4]
    want[:, 5] = a[:, 2]
    yield Case("there_and_back", 1, 8, [was, b, np.zeros_like(want)], {0: a, 2: want})

    z = np.round(R.normal(size=(n, 2)) + 1j * R.normal(size=(n, 2)), 1)
    b = np.zeros((n, 17), np.uint8)
    b[:, 1:] = z.astype(np.complex64).view(np.uint8)
    c = z.astype(np.complex64)
    records = np.zeros(n, [('t', np.uint8), ('z', np.complex64), ('w', np.complex128, (2,))])
    records['z'], records['w'] = z[:, 0], z
    after, bytes_after, want = records.copy(), b.copy(), np.zeros((n, 3))
    want[:, 0] = c[:, 1].real + 10 * c[:, 0].imag.astype(np.float64)
    want[:, 2] = c[:, 0].imag - z[:, 1].real
    c[:, 1].imag = np.arange(n)
    want[:, 1] = c[:, 1].imag + c[:, 1].real
    bytes_after[:, 1:] = c.view(np.uint8)
    after['w'].imag[:, 0] += 0.5
    yield Case("halves_of_bytes", 1, 8, [b, records, np.zeros_like(want)], {0: bytes_after, 1: after, 2: want})
    t = np.arange(32)
    want = (31 - t) / 2 + (100 - t) + ((t ^ 3) ** 2 + 1000) + 7 * (31 - t)
    yield Case("carved_bytes", 1, 32, [np.zeros(32)], {0: want}, shared=384, launched=True)


def parts():
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


def of_bytes():
    a = R.normal(size=(6, 8)).astype(np.float32)
    b = np.round(R.normal(size=(6, 4)), 1).astype(np.float32).view(np.uint8)
    rows = []
    for i, (row, line) in enumerate(zip(a, b)):
        bytes_, wide = a.view(np.uint8), a[:, 2:6].view(np.int64)
        z, shifted = row.view(np.complex64), line[1:13].copy().view(np.float32)
        back = line[1:13]
        rows.append([bytes_[i, 5] + 32 + 600, wide[i, 1] % 1000 + 12, row.view(np.int16)[::3].sum(), z[1].imag - z[-1].real,
                     2, shifted[1] + 3, int(back[11]) + int(back.copy().view(np.uint16)[2]), line.view(np.complex64)[1].imag, line[0]])
    want = np.array(rows, np.float64)
    for v in (a, np.concatenate([a, a], axis=1)[:, :8]):
        yield Case("other_sizes", 1, 8, [v, b, np.zeros_like(want)], {2: want}, rtol=1e-6)
    was, words = np.zeros((5, 3), np.float32), np.zeros((5, 13), np.uint8)
    x, y = was.copy(), words.copy()
    for i in range(5):
        x.view(np.uint8)[i] = i + np.arange(12)
        y[i, 1:9] = np.array([i / 3]).view(np.uint8)
        y[i, 9:] = np.array([-i, -i], np.int16).view(np.uint8)
        own = (np.arange(16) * i).astype(np.uint16)
        x[i, 0] = own.view(np.float32)[3] if i % 2 else own.view(np.uint32)[7]
        x.view(np.int32)[i, -1] += 1
    yield Case("written_bytes", 1, 8, [was, words], {0: x, 1: y})
    t = np.arange(64)
    yield Case("carved", 1, 64, [np.zeros(64)], {0: (63 - t) / 2 - (t ^ 1) + (63 - t) + (63 - t)}, shared=512,
               launched=True)


def in_place():
    own = np.zeros((32, 2, 9), np.int64)
    for i in range(8):
        own[:, :, 7 - i] = (own[:, :, i] + i * 2 + np.arange(2)) % 29999
    own[:, :, 8] = own[:, :, 3]
    yield Case("reversed_in_place", (2, 1), (16, 2), [np.zeros((32, 2, 9), np.int64), 35], {0: own})


def wrong_sizes():
    for v, n, words in ((np.zeros(9, np.float32), 3, "ValueError: When changing to a larger dtype"),
                        (np.zeros(9, np.float32), 2, "ValueError: To change to a dtype of a different size")):
        yield Case("wrong_sizes", 1, 1, [v, n, np.zeros(1)], error=[words])
    yield Case("wrong_sizes", 1, 1, [np.zeros(1, np.float64), 2, np.zeros(1)], {2: np.array([4.0])})


def cases():
    yield from parts()
    yield from of_bytes()
    yield from views_of_bytes()
    yield from in_place()
    yield from wrong_sizes()
