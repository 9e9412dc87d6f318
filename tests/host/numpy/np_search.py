# SPDX-License-Identifier: Apache-2.0
"""Sorting, searching, counting, running sums, products, norms, and reductions along axes."""
import numpy as np
from cases import case
from numba import njit


@njit
def srt(a):
    b = a.copy()
    b.sort()
    return b, np.sort(a), np.unique(a)


@njit
def args(a):
    return np.argsort(a, kind="mergesort"), a.argsort(kind="mergesort")


@njit
def argu(a):
    return a[np.argsort(a)]


@njit
def ss(a, v):
    return np.searchsorted(a, v), np.searchsorted(a, v, side="right"), np.searchsorted(a, v, "left")


@njit
def nz(a):
    return np.nonzero(a), a.nonzero(), np.where(a), np.flatnonzero(a), np.argwhere(a)


@njit
def whr(a, b):
    return np.where(a > b, a, b), np.where(a > 1, a, 0), np.where(a > b)


@njit
def binc(a):
    return np.bincount(a), np.bincount(a, minlength=10), np.bincount(a, minlength=2)


@njit
def bincw(a, w):
    return np.bincount(a, weights=w), np.bincount(a, w, 9)


@njit
def hist(a):
    return np.histogram(a), np.histogram(a, 5), np.histogram(a, bins=4, range=(0.0, 3.0))


@njit
def histb(a, b):
    return np.histogram(a, b), np.histogram(a, bins=b)


@njit
def itp(x, xp, fp):
    return np.interp(x, xp, fp)


@njit
def med(a):
    return np.median(a), np.nanmedian(a)


@njit
def per(a, q):
    return np.percentile(a, q), np.quantile(a, q / 100), np.nanpercentile(a, q), np.nanquantile(a, q / 100)


@njit
def perl(a):
    return np.percentile(a, [25, 50, 75]), np.percentile(a, (5.0, 95.0))


@njit
def cums(a):
    return np.cumsum(a), a.cumsum(), np.cumprod(a), a.cumprod()


@njit
def dots(a, b):
    return np.dot(a, b), a @ b, a.dot(b)


@njit
def out(a, b):
    return np.outer(a, b)


@njit
def nrm(a):
    return np.linalg.norm(a)


@njit
def nrmo(a, o):
    return np.linalg.norm(a, o)


@njit
def sums(a):
    return a.sum(axis=0), np.sum(a, axis=1), a.sum(1), np.sum(a, -1)


@njit
def sumd(a):
    return a.sum(axis=0, dtype=np.float32), np.sum(a, axis=1, dtype=np.float64), a.sum(dtype=np.float64)


@njit
def reds(a):
    return np.prod(a, axis=0), np.mean(a, axis=1), a.mean(axis=0), np.var(a, axis=0), a.std(axis=1), a.min(axis=0), np.max(a, axis=1), np.amin(a, 1), np.amax(a, 0), np.all(a, axis=0), np.any(a, axis=1)


@njit
def argr(a):
    return np.argmin(a, axis=0), np.argmax(a, axis=1), a.argmin(axis=1), a.argmax(0)


@njit
def sum1(a):
    return np.sum(a, axis=0), a.mean(axis=0), a.argmax(axis=0)


@njit
def bad1(a):
    return np.dot(a, a)


@njit
def bad2(a):
    return np.bincount(np.array([1, -1]))


@njit
def bad4(a):
    return np.percentile(a, 101)


@njit
def bad5(a):
    return np.median(a[:0])


@njit
def bad6(a):
    return np.histogram(a, 0)


@njit
def bad7(a):
    return np.interp(1.0, np.ones(3), np.ones(2))


SCIPY = "it multiplies matrices by SciPy, which is not there"


def calls():
    r = np.random.default_rng(1)
    f = r.random(30)
    g = r.integers(0, 9, 40)
    h = r.integers(0, 50, 33).astype(np.float32)
    nan = f.copy()
    nan[::7] = np.nan
    i4 = r.integers(-5, 5, 17).astype(np.int32)
    u8 = r.integers(0, 200, 50).astype(np.uint8)
    m = r.random((5, 7))
    b = g > 4
    st = m[::2, ::-3]
    for a in (f, g, h, i4, u8, nan, f[:0], f[:1], f[::-3], g.astype(np.int16), r.random(70), np.arange(40.0)[::-1].copy()):
        yield srt, (a,)
        yield args, (a,)
        yield cums, (a,)
    yield argu, (f,)
    yield argu, (g,)
    for a, v in ((np.sort(f), 0.5), (np.sort(f), f), (np.sort(g), 4), (np.sort(g), g), (np.sort(nan), np.nan), (np.sort(nan), nan), (np.sort(h), 3), (np.sort(g), 2.5), (f[:0], 2.0), (np.sort(f), m)):
        yield ss, (a, v)
    for a in (f > 0.5, g, m > 0.5, st > 0.5, b):
        yield nz, (a,)
    for a in ((f, f[::-1]), (g, g[::-1]), (m, m[0])):
        yield whr, a
    for a in (g, u8, g.astype(np.int32), g[:0]):
        yield binc, (a,)
    yield bincw, (g, r.random(40))
    yield bincw, (g, g)
    for a in (f, f * 4, g, m, h):
        yield hist, (a,)
    yield histb, (f, np.linspace(0, 1, 5))
    yield histb, (g, np.array([0, 2, 5, 9]))
    xp = np.sort(r.random(10))
    fp = r.random(10)
    for x in (0.5, -1.0, 2.0, f, xp, m, np.nan, np.array([np.nan, 0.2])):
        yield itp, (x, xp, fp)
    yield itp, (g, np.arange(5), np.arange(5) * 2)
    for a in (f, g, nan, m, h, f[:1], f[:2], st):
        yield med, (a,)
        yield per, (a, 30.0), {"close": 1e-13}
        yield per, (a, np.array([0.0, 33.0, 50.0, 100.0])), {"close": 1e-13}
    yield perl, (f,), {"close": 1e-13}
    c = m + 1j
    for a, bb in ((f, f), (m, m.T.copy()), (m, f[:7].copy()), (f[:5].copy(), m), (c, c.T.copy()), (m.astype(np.float32), m.T.astype(np.float32).copy()), (m.T, m)):
        yield dots, (a, bb), {"numba": SCIPY, "close": 1e-6 if a.dtype == np.float32 else 1e-13}
    for a, bb in ((f, f[:3]), (g, f), (m, g), (i4, i4)):
        yield out, (a, bb)
    for a in (f, m, c, f.astype(np.float32), f[:0], m.T):
        yield nrm, (a,), {"numba": SCIPY, "close": 1e-6 if a.dtype == np.float32 else 1e-13}
    for a in (f * 1e-200, f * 1e200):
        yield nrm, (a,), {"numba": SCIPY, "python": "its squares leave the range"}
    for o in (np.inf, -np.inf, 0, 1, 2, 3.0, -1):
        yield nrmo, (f - 0.5, o), {"numba": SCIPY, "close": 1e-13}
    for o in (np.inf, -np.inf, 1, -1):
        yield nrmo, (m - 0.5, o), {"numba": SCIPY, "close": 1e-13}
    for a in (m, g.reshape(5, 8), st, m.astype(np.float32), np.asfortranarray(m), r.random((3, 4, 5)), u8.reshape(5, 10), m > 0.5, c):
        yield sums, (a,)
    for a in (m, m.astype(np.float32)):
        yield sumd, (a,)
    for a in (m, g.reshape(5, 8), st, r.random((3, 4, 5))):
        yield reds, (a,), {"close": 1e-12}
    for a in (m, g.reshape(5, 8), nan.reshape(5, 6)):
        yield argr, (a,)
    for a in (f, g):
        yield sum1, (a,), {"close": 1e-13}
    for x in (bad2, bad4, bad5, bad6, bad7):
        yield x, (m,)


def cases():
    for function, args, *options in calls():
        yield case(function, *args, **dict(*options))
