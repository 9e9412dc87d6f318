# SPDX-License-Identifier: Apache-2.0
"""What CPython and NumPy answer."""
import numpy as np
from corpus import Case

R = np.random.default_rng(97)
np.seterr(all="ignore")


def bits(*tests):
    return sum(bool(t) << k for k, t in enumerate(tests))


def truth_cases():
    for dtype, n, x in ((np.float64, 0, 0.5), (np.int8, 3, 2.0), (np.uint32, 1, -1.0), (np.float16, 4, 9.0)):
        a = R.integers(0, 5, 9).astype(dtype)
        b = np.array([[0, 0, 0], [1, 0, 2], [3, 4, 5]], dtype)[:, ::-1]
        rows = [0, 0]
        for row in b:
            rows = [2 * rows[0] + any(row), 2 * rows[1] + all(row)]
        want = [bits(any((n > 3, x < 2)), all((n, x, True)), any(()), all(()), any((n, n - 1))),
                bits(any(a), all(a), any(a > x), all(a[1:] < x), any(a[:0]), all(a[:0])),
                bits(any(range(n)), all(range(n)), any(b.flat), all(b.flat), all(np.ndindex(n, 2))),
                bits(any(zip(a, a)), all(enumerate(a)), any(zip(range(n), ())), any((None, n))), *rows]
        yield Case("truths", 1, 4, [a, b, n, x, np.zeros(6, np.int64)], {4: np.array(want)})


def place_cases():
    for n, x in ((4, 2.0), (7, 1.5), (1, 9.0), (9, 1.0)):
        t = (4, n, 7, n, 9)
        want = [t.index(n) + 10 * t.count(n) + 100 * t.index(7),
                (1.5, n, x).index(x) + 10 * (n, x, True, 1).count(1),
                ((1, x), (n, 2.0)).count((n, 2)) + 10 * t[2:].index(9) + 100 * ().count(n)]
        yield Case("places", 1, 2, [n, x, np.zeros(3, np.int64)], {2: np.array(want)})
    yield Case("missing", 1, 1, [7, np.zeros(1)], error=["items.py:35:14:", "ValueError: tuple.index(x): x not in tuple"])


def alike_cases():
    nan = np.array([1, np.nan, 3])
    for a, b in ((np.arange(4.0), np.arange(4)), (np.arange(3), np.arange(4, dtype="i2")), (nan, nan),
                 (np.arange(3) + 1j, np.arange(3) + 0j), (np.array([2**63 - 1]), np.array([2.0**63 - 1]))):
        c = np.asfortranarray(R.integers(0, 3, (a.size, a.size)).astype(a.dtype))
        want = [np.array_equal(a, b), np.array_equal(a, a), np.array_equal(a, c), np.array_equal(c[:, 0], c.T[0]),
                a.size == b.size and np.array_equal(a + b, b + a), np.array_equal(c, c.T), np.array_equal(a[0], b[0]), True]
        if a.size == b.size:
            yield Case("alike", 1, 1, [a, b, c, np.zeros(8, bool)], {3: np.array(want)})
        yield Case("alike", 1, 1, [b, b, c, np.zeros(8, bool)],
                   {3: np.array([np.array_equal(b, b)] * 2 + [False, want[3], np.array_equal(b, b), want[5], True, True])})


def close_cases():
    inf, nan = np.inf, np.nan
    a = np.array([1, 2, -3, 0, inf, -inf, inf, nan, nan, 1e-9, 1e20])
    b = np.array([1 + 1e-9, 2.1, -3, 1e-8, inf, inf, 5, nan, 1, 0, 1.00001e20])
    whole = np.array([-128, 127, 0, 5, -5, 100, 7, 1, 2, 3, 4], np.int8)
    for x, y in ((a, b), (b, a), (a[:4], b[:4]), (a[:4] + 1j, b[:4] + 1j), (whole, whole[::-1]), (whole, whole + 0.5),
                 (a[:4].astype("f"), b[:4].astype("f")), (whole.astype("u8"), b.round())):
        for rtol, atol, same in ((1e-5, 0.0, True), (0.2, 1e-3, False)):
            want = [np.allclose(x, y), np.allclose(x, y, rtol, atol), np.allclose(x, y, atol=atol, equal_nan=same),
                    np.allclose(x[:1], y), np.allclose(x[0], y[0], rtol=rtol), np.allclose(x, y[0]),
                    np.allclose(x * 2, y + x, rtol) if x.dtype == y.dtype != np.int8 else
                    np.allclose(x.astype("i8") * 2, y.astype(np.promote_types(x.dtype, y.dtype)) + x, rtol), True]
            each = [np.isclose(x, y), np.isclose(x, y, rtol, atol, same), np.isclose(y, x[0], equal_nan=True),
                    np.isclose(x, y, rtol)]
            yield Case("close", 1, 16, [x, y, rtol, atol, same, np.zeros((4, x.size), bool), np.zeros(8, bool)],
                       {5: np.array(each), 6: np.array(want)})


def infinite_cases():
    for dtype in "efd":
        a = np.array([0, -1, np.inf, -np.inf, np.nan, -np.nan, 6e4], dtype)
        m = R.integers(-9, 9, 7)
        want = [np.isneginf(a), np.isposinf(a), np.isposinf(-a), np.isneginf(a), np.zeros(7)]
        yield Case("infinite", 1, 8, [a, m, np.zeros((5, 7), bool), np.zeros(7, "i4")],
                   {2: np.array(want, bool), 3: (np.isneginf(a) + 2 * np.isposinf(a)).astype("i4")})


def element_cases():
    a, c = R.integers(-99, 99, 6).astype("f"), R.integers(-99, 99, (3, 4))
    m = np.array([0, 5, -1, -6, 3])
    want = [np.take(a, m), a[::-1].take(m), c.take(m + 1), np.take(c.T, m), np.take(a * 2 + 1, m)]
    yield Case("taken", 1, 8, [a, c, m, np.zeros((5, 5))], {3: np.array(want).T.astype("d")})
    for bad in (6, -7):
        yield Case("taken", 1, 1, [a, c, np.array([bad]), np.zeros((1, 5))],
                   error=["items.py:88:21:", f"IndexError: index {bad} is out of bounds for size 6"])
    yield Case("taken", 1, 1, [a, c[:1], np.array([5]), np.zeros((1, 5))],
               error=["items.py:90:21:", "IndexError: index 6 is out of bounds for size 4"])
    for dtype in ("i2", "f", "D"):
        b, e = np.ones((4, 5), dtype), np.ones((3, 2), dtype)
        want = [np.full(7, 2.5).astype(dtype), b.copy(), e.copy()]
        want[1][1:, ::2].fill(3)
        want[2].T[0].fill(7.5)
        want[2][0, 0] = 3
        yield Case("filled", 1, 2, [np.ones(7, dtype), b, e, 2.5, 3], dict(enumerate(want)))


def diagonal_cases():
    for dtype, values in (("i4", np.array([7, 8], "i1")), ("d", np.array([0.5, -1, 2])), ("D", np.array([1j, 2]))):
        shapes = (4, 4), (7, 3), (3, 3, 3), (2, 5)
        given = [np.zeros(shape, dtype) for shape in shapes]
        want = [a.copy() for a in given]
        for a, v, wrap in zip(want, (3, values, (1, 2, 3)), (False, True, False)):
            np.fill_diagonal(a, v, wrap)
        np.fill_diagonal(want[3].T, values * 2, True)
        yield Case("diagonals", 1, 1, [*given, values, 3], dict(enumerate(want)))
    unfit = "ValueError: Unable to safely conform val to a.dtype"
    for a, x, error in ((np.zeros((2, 2), "i1"), 200, unfit), (np.zeros((2, 2), "i8"), np.nan, unfit),
                        (np.zeros((2, 2), "u8"), -1, unfit), (np.zeros((2, 2), "f"), 1e300, unfit),
                        (np.zeros((2, 3, 2)), 1.0, "ValueError: All dimensions of input must be of equal length")):
        yield Case("diagonal", 1, 1, [a, x], error=["items.py:117:5:", error])
    for a, x in ((np.zeros((2, 2), "f"), np.inf), (np.zeros((0, 3)), 1.0), (np.zeros((3, 2), bool), 2)):
        want = a.copy()
        np.fill_diagonal(want, x)
        yield Case("diagonal", 1, 1, [a, x], {0: want})


def unpacked_cases():
    a = R.integers(0, 9, 8)
    for n in (2, 5):
        want = [210, n + 10 * (n - 3), n + 10 * (n + 1) + 100 * a[0] + 1000 * a[1], n + 10 * (n + 1) + 6500,
                100 * a[n] + 1000 * a[n + 1], a[0] - a[1]]
        yield Case("unpacked", 1, 1, [a, n, np.zeros(6, np.int64)], {2: np.array(want)})
    for n in (1, 3):
        yield Case("unpacked_short", 1, 1, [n, np.zeros(2)], error=f"ValueError: expected 2 values to unpack, got {n}")


def iterator_cases():
    a = np.array([1.0, 2, 3])
    for n in (5, 4, 3):
        want = [1, 5, -7, n * 10 + n - 2 + (1 if n == 5 else 2.5), 0, 0, 13, 105, 2, 5]
        t = iter((1, 2, 3, 4, 5, 6))
        for v in t:
            if v == n:
                break
            want[4] = 10 * want[4] + v * next(t)
        else:
            want[5] = 1
        want[5] += next(t, 9)
        yield Case("iterators", 1, 2, [a, n, np.zeros(10)], {2: np.array(want, "d")})
    yield Case("stopped", 1, 1, [2, np.zeros(3)], error="StopIteration")


def text_cases():
    want = [3 + 40 + 200, 1 + 4 + 16, 2 + 4, 1 + 4, 2 + 10, 11]
    yield Case("texts", 1, 1, [np.zeros(6, np.int64), np.zeros(1)], {0: np.array(want), 1: np.ones(1)})


def cut_cases():
    for x, y in ((3.9, 6.1), (-1.7, 2.9), (0.99, 1.0), (np.nan, 3.5)):
        n, m = (0 if v != v else int(v) for v in (x, y))
        want = [sum(range(1, n + 1)), sum(range(n, m)), len(range(10, n, -1)), 2 in range(m)]
        for of in (np.float64, np.float32):
            yield Case("cut", 1, 1, [of(x), of(y), np.zeros(4, np.int64)], {2: np.array(want)})


def falling_cases():
    m = np.array([0, 1, 5, 7, 9, 2**63 - 1, -1, -7])
    f = np.array([0, 1.5, 5, 7, 9, 2.0**63, -1, np.nan])
    for start, stop, step in ((9, 2, -2), (9, 2, 2), (2, 9, -1), (2**64 - 1, 2**63 - 2, -2**62), (2**63, 3, -1), (9, 9, -1)):
        r = range(start, stop, step)
        found = [[p in r, q == q and q == int(q) and int(q) in r, step < 0, len(r) > 3]
                 for p, q in zip(m.tolist(), f.tolist())]
        yield Case("falling", 1, 8, [np.uint64(start), np.uint64(stop), np.int64(step), m, f, np.zeros((8, 4), bool)],
                   {5: np.array(found)})


def single_cases():
    for z, w, n in ((3, 0, 4), (0, 2, 0), (0, 0, 3), (-1, 5, 2)):
        for of, and_of in ((np.float64, np.int16), (np.int64, np.float32), (np.float64, np.float64)):
            v, u = of(z), and_of(w)
            want = [(not v) + 2 * (not u) + 4 * bool(v) + 8 * (not v) + 16 * (not u), v and 7, v or 7, n and v and u,
                    n > 2 and v or u, v if n > 2 else n + 0.5, u if n > 2 else v + 1]
            if v:
                v = v + 10
            else:
                u = u + 10
            u = u or u + 2
            want.append(u + (v and True))
            if of == and_of:
                yield Case("single", 1, 2, [np.array(z, of), np.array(w, and_of), n, np.zeros(8)],
                           {0: np.array(v, of), 1: np.array(u, and_of), 3: np.array(want, "d")})
            else:
                yield Case("elements", 1, 2, [np.array(z, of), np.array(w, and_of), n, np.zeros(7)], {3: np.array(want[:7], "d")})
    words = "ValueError: The truth value of an array with more than one element is ambiguous"
    yield Case("not_single", 1, 1, [np.ones((1, 2)), np.zeros(1)], error=words)
    yield Case("not_single", 1, 1, [np.zeros((1, 1)), np.zeros(1)], {1: np.ones(1)})


def cases():
    for some in (truth_cases, place_cases, alike_cases, close_cases, infinite_cases, element_cases, diagonal_cases,
                 unpacked_cases, iterator_cases, text_cases, cut_cases, falling_cases, single_cases):
        yield from some()
