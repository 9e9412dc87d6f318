# SPDX-License-Identifier: Apache-2.0
"""Statistics, sliding products, areas, sets of numbers, and elements put in and left out."""
import numpy as np
from cases import case
from numba import njit

area = getattr(np, "trapezoid", None) or np.trapz


@njit
def dig(x, b):
    return np.digitize(x, b), np.digitize(x, b, right=True), np.digitize(x, b[::-1]), np.digitize(x, b[::-1], True)


@njit
def dig1(x, b):
    return np.digitize(x, b)


@njit
def avg(a, w):
    return np.average(a), np.average(a, weights=w)


@njit
def avgx(a, w):
    return np.average(a, 0), np.average(a, axis=1), np.average(a, 1, w), np.average(a, 0, a)


@njit
def cov1(a):
    return np.cov(a), np.cov(a, bias=True), np.cov(a, ddof=0), np.cov(a, ddof=2.0)


@njit
def cov2(a, b):
    return np.cov(a, b), np.cov(a, b, True), np.corrcoef(a, b)


@njit
def covr(a):
    return np.cov(a, rowvar=False), np.corrcoef(a, rowvar=False)


@njit
def covd(a, d):
    return np.cov(a, ddof=d)


@njit
def cor1(a):
    return np.corrcoef(a)


@njit
def trap(y, x):
    return area(y), area(y, x), area(y, dx=0.5)


@njit
def conv(a, v):
    return np.convolve(a, v), np.convolve(a, v, "same"), np.convolve(a, v, mode="valid"), np.correlate(a, v), np.correlate(a, v, "full"), np.correlate(a, v, mode="same")


@njit
def convm(a):
    return np.convolve(a, a, "other")


@njit
def corm(a, b):
    return np.correlate(a, b)


@njit
def crs(a, b):
    return np.cross(a, b)


@njit
def til(a):
    return np.tile(a, 2), np.tile(a, (2, 3)), np.tile(a, (2, 1, 2)), np.tile(a, 0)


@njit
def kro(a, b):
    return np.kron(a, b), np.kron(b, a)


@njit
def mesh(a, b):
    x, y = np.meshgrid(a, b)
    u, v = np.meshgrid(a, b, indexing="ij")
    return x, y, u, v


@njit
def mesh3(a, b, c):
    x, y, z = np.meshgrid(a, b, c)
    return x, y, z


@njit
def dele(a, i):
    return np.delete(a, i)


@njit
def delx(a, i):
    return np.delete(a, i, 0), np.delete(a, i, axis=-1)


@njit
def dell(a):
    return np.delete(a, [0, 2, -1])


@njit
def ins(a, i, v):
    return np.insert(a, i, v)


@njit
def sets(a, b):
    return np.intersect1d(a, b), np.union1d(a, b), np.setdiff1d(a, b), np.setxor1d(a, b), np.isin(a, b), np.isin(a, b, invert=True)


@njit
def setu(a, b):
    return np.intersect1d(a, b, assume_unique=True), np.setdiff1d(a, b, True), np.setxor1d(a, b, assume_unique=True), np.isin(a, b, assume_unique=True)


@njit
def in1(a, b):
    return np.in1d(a, b)


@njit
def isl(a):
    return np.isin(a, [1, 3, 4]), np.isin(3, a)


SCIPY = "it multiplies matrices by SciPy, which is not there"


def calls():
    r = np.random.default_rng(2)
    f = r.random(12)
    g = r.integers(0, 9, 20)
    u = r.permutation(15)[:9]
    nan = f.copy()
    nan[::5] = np.nan
    m = r.random((4, 6))
    c = f + 1j * f[::-1]
    b = np.array([0.1, 0.3, 0.3, 0.9])
    for x in (f, 0.3, nan):
        yield dig, (x, b)
    yield dig, (g, np.arange(0, 9, 2))
    for bins in (np.array([1.0, 3.0, 2.0]), np.ones(3), np.ones(0), np.array([2.0, 2.0, 1.0])):
        yield dig1, (f, bins)
    for a, w in ((f, f[::-1].copy()), (g, g), (m, m * 2), (f, f * 0), (m, f), (f, g[:12])):
        yield avg, (a, w), {"close": 1e-13, "numba": True if a.ndim == w.ndim else "its array expression fails"}
    yield avgx, (m, m[0]), {"close": 1e-13, "numba": "it has no axis"}
    for a in (f, m, g, m.T, c, nan, m[:, ::-2], m.astype(np.float32)):
        yield cov1, (a,), {"close": 1e-12, "numba": SCIPY}
        yield cor1, (a,), {"close": 1e-12, "numba": SCIPY}
    for a, d in ((f, 0.5), (f, np.inf)):
        yield covd, (a, d), {"python": "it says other words"}
    yield covd, (m, 7), {"close": 1e-12, "numba": SCIPY}
    for a, d in ((f, f * f), (m, m[::-1]), (m, m[0]), (c, f), (g, g[::-1])):
        yield cov2, (a, d), {"close": 1e-12, "numba": SCIPY}
    yield cov2, (f, f[:5]), {"numba": SCIPY, "says": True}
    for a in (m, m.T, g.reshape(5, 4)):
        yield covr, (a,), {"close": 1e-12, "numba": SCIPY}
    for y, x in ((f, np.sort(f)), (g, g), (m, np.sort(m[0])), (c, f), (f.astype(np.float32), f.astype(np.float32)), (f[:1], f[:1])):
        yield trap, (y, x), {"close": 1e-13}
    for a, v in ((f, f[:3]), (f[:4], f), (g, g[:5]), (g, f), (g.astype(np.int32), g[:3].astype(np.int32))):
        yield conv, (a, v), {"close": 1e-13, "numba": SCIPY if a.dtype == float and v.dtype == float else True}
    for a, v in ((c, f[:3]), (f, c[:4]), (c[:3], c)):
        yield conv, (a, v), {"close": 1e-13, "numba": SCIPY}
    yield conv, (r.random(3000), r.random(7)), {"close": 1e-12, "numba": SCIPY}
    yield convm, (g,)
    yield corm, (g[:0], g)
    yield corm, (g, g[:0])
    i3 = np.array([1, -2, 3])
    for a, v in ((f[:3], f[3:6]), (i3, i3[::-1]), (i3, f[:2]), (m[:, :3], m[:, 3:]), (m[:, :2], f[:3]), (c[:3], f[:3])):
        yield crs, (a, v)
    for a, v in ((f[:4], f[:3]), (f[:2], f[:2])):
        yield crs, (a, v)
    for a in (f, m, m[::2, ::-1], np.arange(24).reshape(2, 3, 4), 2.5):
        yield til, (a,), {"numba": "it has no tile"}
    for a, v in ((f[:3], f[:2]), (m[:2, :2], m[:, ::3])):
        yield kro, (a, v)
    yield kro, (g[:4].reshape(2, 2), f[:4].reshape(2, 2)), {"numba": "it makes int64 of them"}
    yield kro, (f[:3], m), {"numba": "it takes arrays of as many axes"}
    yield mesh, (f, g), {"numba": "it has no meshgrid"}
    yield mesh, (f[::-2], g[:0]), {"numba": "it has no meshgrid"}
    yield mesh3, (f[:2], g[:3], f[:4]), {"numba": "it has no meshgrid"}
    for i in (0, -1, 11, 12, -13):
        yield dele, (f, i)
    yield dele, (m, 3)
    for i in (np.array([1, 3]), np.array([-1, 1, 1]), np.array([], np.int64)):
        yield dele, (f, i)
        yield dele, (m, i)
    yield dele, (f, np.array([3, 12])), {"numba": "it writes outside of the array"}
    yield dele, (f, f > 0.5), {"numba": "it has no masks there"}
    yield delx, (m, 1), {"numba": "it has no axis"}
    yield delx, (m, np.array([0, 2])), {"numba": "it has no axis"}
    yield dell, (f,)
    for i, v in ((2, 1.5), (-1, 7), (12, 0.0), (13, 0.0), (-13, 0.0), (3, f[:4]), (np.array([1, 5, 5, 12]), 3.0), (np.array([4, 0, -1]), f[:3]), (np.array([2]), f[:3]), (np.array([1, 2]), f[:3]), (np.array([1, 20]), 1.0)):
        yield ins, (f, i, v)
    yield ins, (g.reshape(4, 5), 3, 2.75)
    for a, v in ((g, g[::3]), (f, f[::2]), (nan, nan[::2]), (g, f), (g[:0], g)):
        yield sets, (a, v)
    yield sets, (g.reshape(4, 5), g[:3])
    for a, v in ((u, u[::2]), (u, np.arange(0, 40, 3))):
        yield setu, (a, v)
    yield in1, (g, u), {"numba": "NumPy has it no more"}
    yield isl, (g,)


def cases():
    for function, args, *options in calls():
        yield case(function, *args, **dict(*options))
