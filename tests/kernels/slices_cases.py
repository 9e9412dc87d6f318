# SPDX-License-Identifier: Apache-2.0
import itertools

import numpy as np
from corpus import Case

R = np.random.default_rng(31)
EDGES = [0, 1, 3, 7, 8, 100, -1, -3, -8, -9, -100]
STEPS = [1, 2, 3, 50, -1, -2, -50, 2**63 - 1, -2**63]


def polynomial(v):
    s = 0
    for x in v.tolist():
        s = 3 * s + x
    return s


def bounds():
    a = R.integers(-99, 99, 8)
    triples = np.array(list(itertools.product(EDGES, EDGES, STEPS)))
    want = np.array([[len(a[s:e:t]), polynomial(a[s:e:t]), a[:e].size + 100 * a[s:].size, len(a[::t]),
                      a[-1] + a[-4]] for s, e, t in triples.tolist()])
    s, e, t = (np.ascontiguousarray(c) for c in triples.T)
    n = len(triples)
    yield Case("bounds", n // 128 + 1, 128, [a, s, e, t, np.zeros((n, 5), np.int64)], {4: want})
    few = slice(0, n, 11)
    for v, dtype in ((np.repeat(a, 2)[::2], np.int8), (a, np.int32)):
        small = [np.clip(c[few], -128, 127).astype(dtype) for c in (s, e, t)]
        yield Case("bounds", 1, 128, [v, *small, np.zeros((len(small[0]), 5), np.int64)], {4: want[few]})
    u = [np.abs(c[few]).astype(np.uint64) for c in (s, e, t)]
    keep = u[2] < 2**62
    u = [c[keep] for c in u]
    rows = [[len(a[s:e:t]), polynomial(a[s:e:t]), a[:e].size + 100 * a[s:].size, len(a[::t]), a[-1] + a[-4]]
            for s, e, t in zip(*(c.tolist() for c in u))]
    yield Case("bounds", 1, 128, [a, *u, np.zeros((len(rows), 5), np.int64)], {4: np.array(rows)})


def shapes(a):
    return a, np.asfortranarray(a)


def kinds():
    a = R.integers(-999, 999, (2, 3, 4))
    for dtype in (np.int64, np.float32, np.uint16, np.complex128):
        for v in shapes(a.astype(dtype)):
            want = np.array([v[1, 2, 0], v[1, 2, 3], v[1, 2, 3], 304, v[1, 0, 1], v[1, 2, 0], 3, v[1, 2, 0], 21,
                             v[1, 1, 2], v[0, 2, 0], v[0, 1, 1], v[1, 1, 1], v[1, 2, 2] + v[0, 0, 3], v[1, 2, 2]],
                            dtype if dtype is np.complex128 else np.int64)
            if dtype is np.uint16:
                want[13] = int(v[1, 2, 2]) + int(v[0, 0, 3])
            yield Case("kinds", 1, 32, [v, np.zeros_like(want)], {1: want})
            wide = np.zeros((3, 5, 8), dtype, "F" if v.flags.f_contiguous else "C")
            wide[::2, ::-2, 1::2] = v
            yield Case("kinds_strided", 1, 32, [wide, np.zeros_like(want)], {1: want})


def layouts():
    c = R.integers(-99, 99, (4, 5)).astype(np.float64)
    f = np.asfortranarray(c)
    want = np.array([c[0, 3], c[0, 2], 5, c[1, 2], True, False, 1, 2, 1, 4000 + 8 + 8 + 8, 80000 + 160 + 2], np.float64)
    yield Case("layouts", 1, 1, [c, f, np.zeros(11)], {2: want})
    yield Case("layouts", 1, 1, [np.ascontiguousarray(c[:2]), f, np.zeros(11)],
               {2: np.array([c[0, 3], c[0, 2], 5, c[1, 2], True, False, 1, 2, 3, 4024, 80082], np.float64)})


def assignments():
    for dtype in (np.float64, np.int32, np.uint8):
        x, i = np.array(3, dtype), np.array(0, np.int64)
        yield Case("no_dimensions", 1, 1, [x, i, np.zeros(8, dtype)],
                   {0: np.array(8, dtype), 2: np.array([3, 10, 3, 8, 8, 8, 8, 8], dtype)})

    for dtype, other in ((np.int32, np.int32), (np.float64, np.float32), (np.complex64, np.int8)):
        a = R.integers(-99, 99, (7, 5)).astype(dtype)
        row = R.integers(-99, 99, 5).astype(other)
        b = np.zeros((7, 3), dtype)
        for v in shapes(a):
            want, two = a.copy(), b.copy()
            want[0] = row
            want[1, ::2] = 7
            want[2, 1:4] = row[1:4]
            want[3, ::-1] = row
            want[4] = (1, 2, 3, 4, 5)
            want[5:7] = row[:1]
            want[:, 4] = row[0]
            two[...] = want[:, :1]
            two[1] = row[2]
            two[2:, 1:3] = want[2:, 3:]
            yield Case("stores", 1, 2, [v, b, row, 4], {0: want, 1: two})
            wide, after = (np.zeros((13, 10), dtype, "F" if v.flags.f_contiguous else "C") for _ in range(2))
            wide[::2, 1::2], after[::2, 1::2] = v, want
            yield Case("stores_strided", 1, 2, [wide, b, np.repeat(row[::-1], 2)[1:], 4],
                       {0: after, 1: np.ascontiguousarray(two[:, ::-1])})


def in_place():
    a = R.integers(1, 99, (6, 5))
    b = R.standard_normal((6, 5)).astype(np.float32)
    row = R.integers(1, 9, 5).astype(np.int16)
    want, two = a.copy(), b.copy()
    want[1] += row
    want[2, 1:] *= 2
    want[:, 0] -= want[0, 1]
    want[3] //= 2
    want[4] %= 5
    two += row
    two[::2] /= 2
    two[1] *= two[1]
    two -= two[0, 0]
    want[5] = (want[5] | 8) << 1
    for v in shapes(a):
        yield Case("augmented", 1, 2, [v, b, row], {0: want, 1: two})


def mismatches():
    a, b = np.zeros((3, 6)), np.ones(4)
    bad = "could not broadcast input array from shape"
    yield Case("mismatch", 1, 1, [a, b, 4], {0: np.vstack([[1, 1, 1, 1, 0, 0], np.zeros((2, 6))])})
    yield Case("mismatch", 1, 1, [a, b, 5], error=["ValueError", f"{bad} (4,) into shape (5,)"])
    yield Case("mismatch_of_tuple", 1, 1, [a, 2], error=["ValueError", f"{bad} (3,) into shape (2,)"])
    yield Case("mismatch_of_sum", 1, 1, [a, np.ones(9), 3], error=["ValueError", f"{bad} (3,) into shape (3, 6)"])
    yield Case("mismatch_of_sum", 1, 1, [a, np.ones(9), 6], {0: np.full((3, 6), 2.0)})
    yield Case("mismatch_of_sum", 1, 1, [a, np.ones(9), 1], {0: np.full((3, 6), 2.0)})
    yield Case("unpack_few", 1, 1, [a, 3], error=["ValueError", "expected 2 values to unpack, got 3"])
    yield Case("step_of_zero", 1, 1, [a, 0], error=["ValueError", "slice step cannot be zero"])


def cases():
    yield from bounds()
    yield from kinds()
    yield from layouts()
    yield from assignments()
    yield from in_place()
    yield from mismatches()
