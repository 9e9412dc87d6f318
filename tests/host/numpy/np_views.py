# SPDX-License-Identifier: Apache-2.0
"""Windows, matrices by formulas, views that are turned, broadcast and split, and what is
chosen among elements."""
import numpy as np
from cases import case
from numba import njit


@njit
def windows(n):
    return np.bartlett(n), np.blackman(n) + 1.0, np.hamming(n), np.hanning(n), np.kaiser(n, 14.0), np.kaiser(n, 2)


@njit
def rows(a, b, n):
    return np.logspace(a, b, n), np.geomspace(a, b, n)


@njit
def tris(n):
    return np.tri(n), np.tri(n, 5, 1), np.tri(n, k=-2), np.tril_indices(n), np.triu_indices(n, 1), np.triu_indices(n, k=-1, m=2), np.tril_indices(n, 1, 5)


@njit
def froms(a):
    return np.tril_indices_from(a), np.triu_indices_from(a, 1)


@njit
def flat(a):
    return np.diagflat(a), np.diagflat(a, 1), np.diagflat(a, k=-2)


@njit
def vand(a):
    return np.vander(a), np.vander(a, 3), np.vander(a, increasing=True), np.vander(a, N=0)


@njit
def ind(m, n):
    return np.indices((m, n)), np.indices((n,))


@njit
def rot(a, k):
    return np.rot90(a, k)


@njit
def bro(a, n):
    return np.broadcast_to(a, (2, n)).copy(), np.broadcast_to(a, (1, 2, n)).sum()


@njit
def br1(a, n):
    return np.broadcast_to(a, n).copy()


@njit
def spl(a, n):
    return np.split(a, n), np.array_split(a, n, 0)


@njit
def spla(a, n):
    return np.array_split(a, n)


@njit
def splx(a):
    return np.split(a, 2, axis=1), np.hsplit(a, 2), np.vsplit(a, 2), np.array_split(a, 3, 1)


@njit
def spl3(a):
    return np.dsplit(a, 2)


@njit
def spli(a):
    return np.split(a, np.array([1, 3])), np.hsplit(a, np.array([2, 2, 9]))


@njit
def sel(a):
    return np.select([a > 3, a > 1], [a, a * 2]), np.select((a > 3, a > 1), (a, a + 1), -1.0)


@njit
def ext(c, a):
    return np.extract(c, a)


@njit
def trim(a):
    return np.trim_zeros(a), np.trim_zeros(a, "f"), np.trim_zeros(a, trim="b")


@njit
def par(a, k):
    return np.partition(a, k)[k], a[np.argpartition(a, k)][k]


@njit
def parb(a, k):
    return np.partition(a, k)


@njit
def nans(a):
    return np.nancumsum(a), np.nancumprod(a), np.nanargmin(a), np.nanargmax(a)


@njit
def nanb(a):
    return np.nanargmin(a)


@njit
def edi(a):
    return np.ediff1d(a), np.ediff1d(a, to_end=a[0]), np.ediff1d(a, a[:2], to_begin=a[2])


@njit
def unw(a):
    return np.unwrap(a)


@njit
def unwp(a):
    return np.unwrap(a, period=4.0), np.unwrap(a, discont=5.0)


@njit
def res(a):
    return np.resize(a, (3, 4)), np.resize(a, 2), np.resize(a[:0], 3)


@njit
def num(a):
    return np.nan_to_num(a)


@njit
def numv(a):
    return np.nan_to_num(a, nan=1.5, posinf=7.0, neginf=-7.0)


@njit
def kinds(a):
    return np.isscalar(a), np.iscomplexobj(a), np.isrealobj(a)


def calls():
    r = np.random.default_rng(3)
    f = r.random(8) * 5
    g = r.integers(0, 6, 8)
    m = r.random((4, 6)) * 9
    t = np.arange(24).reshape(2, 3, 4)
    nan = f.copy()
    nan[::3] = np.nan
    for n in (-2, 0, 1, 9, 12):
        yield windows, (n,), {"close": 1e-12}
    for a, b, n in ((1.0, 3.0, 5), (2, 8, 4), (-2.0, -50.0, 3), (1.0, 2.0, 1), (1.0, 2.0, 0), (0.0, 2.0, 3)):
        yield rows, (a, b, n), {"close": 1e-13}
    for n in (0, 1, 4):
        yield tris, (n,)
    yield froms, (m,)
    yield flat, (f[:3],)
    yield flat, (g[:4].reshape(2, 2),)
    for a in (f, g, g[:3].astype(np.int32)):
        yield vand, (a,), {"close": 1e-14}
    yield ind, (2, 3)
    for k in (0, 1, 2, 3, -1, 6):
        yield rot, (m, k)
    yield rot, (t, 1)
    yield bro, (f, 8)
    yield bro, (m[:1], 6)
    yield bro, (m[:2, :1], 3), {"close": 1e-14}
    yield bro, (f, 7), {"python": "it says other words"}
    yield br1, (f[:1], 4)
    yield spl, (f, 4)
    yield spl, (f, 3), {"python": "it says other words"}
    yield spl, (m, 2)
    for n in (3, 8, 10):
        yield spla, (f, n)
    yield splx, (m,)
    yield spl3, (t,)
    yield spl3, (m,)
    yield spli, (f,)
    yield sel, (f,)
    yield sel, (m,)
    yield ext, (f > 2, f)
    yield ext, (m > 4, m)
    yield ext, (f > 9, f[:0])
    for a in (np.array([0, 0, 3, 0, 1, 0]), np.zeros(3), f):
        yield trim, (a,)
    yield par, (f, 3)
    yield par, (g, -2)
    yield parb, (f, 8), {"python": "it says other words"}
    for a in (f, nan, g):
        yield nans, (a,)
    yield nanb, (nan[::3] * 1,), {"python": "it says other words"}
    yield edi, (f,)
    yield edi, (g,)
    yield unw, (f * 3,), {"close": 1e-13}
    yield unw, (m,), {"close": 1e-13}
    yield unwp, (f * 2,), {"close": 1e-13}
    yield res, (f,), {"numba": "a smaller one is a view of the array"}
    yield res, (g,), {"numba": "a smaller one is a view of the array"}
    bad = np.array([1.0, np.nan, np.inf, -np.inf])
    for a in (bad, bad[::-1], bad.astype(np.float32), g, bad[1:2] * 1j, 2, -np.inf):
        yield num, (a,)
    yield numv, (bad,)
    for a in (2.0, f, f * 1j, 1j):
        yield kinds, (a,)


def cases():
    for function, args, *options in calls():
        yield case(function, *args, **dict(*options))
