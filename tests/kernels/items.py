# SPDX-License-Identifier: Apache-2.0
"""Questions about items, any, all, index, count, np.array_equal and np.allclose;
what is done with elements, fill, np.take, np.fill_diagonal; and what unpacks."""
import numpy as np
from numba import cuda

NAME, WITH_NUL, OTHER = "fäst", "a\0b", "a\0c"


@cuda.jit
def truths(a, b, n, x, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = any((n > 3, x < 2)) + 2 * all((n, x, True)) + 4 * any(()) + 8 * all(()) + 16 * any((n, n - 1))
        out[1] = any(a) + 2 * all(a) + 4 * any(a > x) + 8 * all(a[1:] < x) + 16 * any(a[:0]) + 32 * all(a[:0])
        out[2] = any(range(n)) + 2 * all(range(n)) + 4 * any(b.flat) + 8 * all(b.flat) + 16 * all(np.ndindex(n, 2))
        out[3] = any(zip(a, a)) + 2 * all(enumerate(a)) + 4 * any(zip(range(n), ())) + 8 * any((None, n))
        for row in b:
            out[4] = 2 * out[4] + any(row)
            out[5] = 2 * out[5] + all(row)


@cuda.jit
def places(n, x, out):
    i = cuda.grid(1)
    if i == 0:
        t = (4, n, 7, n, 9)
        out[0] = t.index(n) + 10 * t.count(n) + 100 * t.index(7)
        out[1] = (1.5, n, x).index(x) + 10 * (n, x, True, 1).count(1)
        out[2] = ((1, x), (n, 2.0)).count((n, 2)) + 10 * t[2:].index(9) + 100 * ().count(n)


@cuda.jit
def missing(n, out):
    out[0] = (1, n, 3).index(n + 1)


@cuda.jit
def alike(a, b, c, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = np.array_equal(a, b)
        out[1] = np.array_equal(a, a[::-1][::-1])
        out[2] = np.array_equal(a, c)
        out[3] = np.array_equal(c[:, 0], c.T[0])
        out[4] = np.array_equal(a + b, b + a)
        out[5] = np.array_equal(c * 2, c.T * 2)
        out[6] = np.array_equal(a[0], b[0])
        out[7] = np.array_equal(a[:0], b[1:1])


@cuda.jit
def close(a, b, rtol, atol, same_nan, each, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = np.allclose(a, b)
        out[1] = np.allclose(a, b, rtol, atol)
        out[2] = np.allclose(a, b, atol=atol, equal_nan=same_nan)
        out[3] = np.allclose(a[:1], b)
        out[4] = np.allclose(a[0], b[0], rtol=rtol)
        out[5] = np.allclose(a, b[0])
        out[6] = np.allclose(a * 2, b + a, rtol)
        out[7] = np.allclose(a[:0], b[0])
        each[0] = np.isclose(a, b)
        each[1] = np.isclose(a, b, rtol, atol, same_nan)
        each[2] = np.isclose(b, a[0], equal_nan=True)
    if i < a.size:
        each[3, i] = np.isclose(a[i], b[i], rtol)


@cuda.jit
def infinite(a, m, out, number):
    i = cuda.grid(1)
    if i == 0:
        out[0] = np.isneginf(a)
        out[1] = np.isposinf(a)
        out[2] = np.isposinf(-a)
        np.isneginf(a, out[3])
        out[4] = np.isposinf(m)
    if i < a.size:
        number[i] = np.isneginf(a[i]) + 2 * np.isposinf(a[i]) + 4 * np.isneginf(m[i])


@cuda.jit
def taken(a, c, m, out):
    i = cuda.grid(1)
    if i < m.size:
        out[i, 0] = np.take(a, m[i])
        out[i, 1] = a[::-1].take(m[i])
        out[i, 2] = c.take(m[i] + 1)
        out[i, 3] = np.take(c.T, m[i])
        out[i, 4] = np.take(a * 2 + 1, m[i])


@cuda.jit
def filled(a, b, c, x, n):
    if cuda.grid(1) == 0:
        a.fill(x)
        b[1:, ::2].fill(n)
        c.T[0].fill(x * n)
        z = cuda.local.array(1, np.float32).reshape(())
        z.fill(n)
        c[0, 0] = z[()]


@cuda.jit
def diagonals(a, b, c, d, values, x):
    if cuda.grid(1) == 0:
        np.fill_diagonal(a, x)
        np.fill_diagonal(b, values, True)
        np.fill_diagonal(c, (1, 2, 3), wrap=False)
        np.fill_diagonal(d.T, values * 2, wrap=x > 0)


@cuda.jit
def diagonal(a, x):
    np.fill_diagonal(a, x)


@cuda.jit
def unpacked(a, n, out):
    i = cuda.grid(1)
    if i == 0:
        p, q, r = range(3)
        out[0] = p + 10 * q + 100 * r
        p, q = range(n, n - 5, -3)
        out[1] = p + 10 * q
        (j, v), (k, w) = enumerate(a[:2], n)
        out[2] = j + 10 * k + 100 * v + 1000 * w
        (j, v), (k, w) = zip(range(n, 9), (5, 6))
        out[3] = j + 10 * k + 100 * v + 1000 * w
        ((j, k), v), (_, w) = np.ndenumerate(a[n:n + 2, None])
        out[4] = j + 10 * k + 100 * v + 1000 * w
        u, v = a[:2].flat
        out[5] = u - v


@cuda.jit
def unpacked_short(n, out):
    out[0], out[1] = range(n)


def two(it):
    return next(it) * 10 + next(it)


@cuda.jit
def iterators(a, n, out):
    i = cuda.grid(1)
    if i == 0:
        it = iter(a)
        out[0] = next(it)
        for v in it:
            out[1] += v
        out[2] = next(it, -7)
        r = iter(range(n, 0, -2))
        out[3] = two(r) + next(r, 2.5)
        t = iter((1, 2, 3, 4, 5, 6))
        for v in t:
            if v == n:
                break
            out[4] = 10 * out[4] + v * next(t)
        else:
            out[5] = 1
        out[5] += next(t, 9)
        p = iter(enumerate(a))
        j, v = next(p)
        k, w = next(p)
        out[6] = j + 10 * k + v + w
        for q in range(3):
            u = iter(a[q:])
            next(u)
            out[7] += next(u, 100.0)
        out[8] = any(iter(a)) + next(iter(a.flat)) + next(iter(zip(a, range(5))))[1]
        f = iter(a)
        out[9] = any(f) + next(f, 50) * 2


@cuda.jit
def stopped(n, out):
    it = iter(range(n))
    for k in range(3):
        out[k] = next(it)


@cuda.jit
def texts(out, chosen):
    i = cuda.grid(1)
    if i == 0:
        out[0] = len("abc") + 10 * len(NAME) + 100 * len(b"\xe4\0") + 1000 * len("")
        out[1] = ("f" in NAME) + 2 * ("x" in NAME) + 4 * ("" in "") + 8 * ("st" not in NAME) + 16 * ("b" in WITH_NUL)
        out[2] = (WITH_NUL == OTHER) + 2 * (WITH_NUL != OTHER) + 4 * ("a\0b" == WITH_NUL) + 8 * ("a" == "a\0")
        out[3] = ("a" < "b") + 2 * ("ab" <= "a") + 4 * ("é" > "z") + 8 * (WITH_NUL >= OTHER) + 16 * (b"a" == "a")
        out[4] = told_apart(WITH_NUL) + 10 * told_apart(OTHER)
        if "st" in NAME:
            chosen[0] = 1
        else:
            chosen[0] = NAME
        for t in np.ndindex():
            out[5] += 1 + len(t)
        for k, t in enumerate(np.ndindex(())):
            out[5] += 10 + k + len(t)


def told_apart(s):
    return 1 if s == OTHER else 2


@cuda.jit
def cut(x, y, out):
    if cuda.grid(1) == 0:
        for k in range(x):
            out[0] += k + 1
        for k in range(x, y):
            out[1] += k
        out[2] = len(range(10, x, -1.0))
        out[3] = 2 in range(0, y)


@cuda.jit
def falling(start, stop, step, m, f, out):
    i = cuda.grid(1)
    if i < m.size:
        r = range(start, stop, step)
        out[i, 0] = m[i] in r
        out[i, 1] = f[i] in r
        out[i, 2] = r.step < 0
        out[i, 3] = len(r) > 3


@cuda.jit
def elements(z, w, n, out):
    if cuda.grid(1) == 0:
        out[0] = (not z) + 2 * (not w) + 4 * bool(z) + 8 * (not z[None]) + 16 * (not w[None, None])
        out[1] = z and 7
        out[2] = z or 7
        out[3] = n and z and w
        out[4] = n > 2 and z or w
        out[5] = z if n > 2 else n + 0.5
        out[6] = w if n > 2 else z + 1


@cuda.jit
def single(z, w, n, out):
    if cuda.grid(1) == 0:
        out[0] = (not z) + 2 * (not w) + 4 * bool(z) + 8 * (not z[None]) + 16 * (not w[None, None])
        out[1] = z and 7
        out[2] = z or 7
        out[3] = n and z and w
        out[4] = n > 2 and z or w
        out[5] = z if n > 2 else n + 0.5
        out[6] = w if n > 2 else z + 1
        x = z or w
        x[()] += 10
        while not w:
            w[()] += 2
        out[7] = (7 and w) + (0 or (z and True))


@cuda.jit
def not_single(a, out):
    out[0] = not a
