# SPDX-License-Identifier: Apache-2.0
"""Arrays made of others: joined, stacked, repeated, turned; views with other axes; diagonals."""
import numpy as np
from cases import case
from numba import njit


@njit
def conc(a, b):
    return np.concatenate((a, b)), np.concatenate((a, b, a)), np.append(a, b)


@njit
def concl(a, b):
    return np.concatenate([a, b])


@njit
def conc1(a, b):
    return np.concatenate((a, b), axis=1), np.concatenate((a, b), 0), np.concatenate((a, b), axis=-1)


@njit
def app(a, v):
    return np.append(a, v)


@njit
def app2(a, b):
    return np.append(a, b, axis=0)


@njit
def stk(a, b):
    return np.stack((a, b)), np.stack((a, b), 1), np.stack((a, b), axis=-1), np.vstack((a, b)), np.hstack((a, b)), np.column_stack((a, b)), np.dstack((a, b))


@njit
def dif(a):
    return np.diff(a), np.diff(a, 2), np.diff(a, n=0)


@njit
def difn(a, n):
    return np.diff(a, n)


@njit
def rol(a):
    return np.roll(a, 2), np.roll(a, -1), np.roll(a, 100)


@njit
def flp(a):
    return np.flip(a)


@njit
def fl2(a):
    return np.flipud(a), np.fliplr(a)


@njit
def rep(a):
    return np.repeat(a, 3), a.repeat(2), np.repeat(a, np.arange(a.size))


@njit
def reps(v):
    return np.repeat(v, 3)


@njit
def axes(a):
    return np.swapaxes(a, 0, 1), np.swapaxes(a, -1, 0), np.expand_dims(a, 0), np.expand_dims(a, -1), np.moveaxis(a, 0, 1)


@njit
def dia(a):
    return np.diag(a), np.diag(a, 1), np.diag(a, k=-1)


@njit
def trc(a):
    return np.trace(a), np.trace(a, 1), a.trace() if False else 0


@njit
def tri(a):
    return np.tril(a), np.triu(a), np.tril(a, 1), np.triu(a, -1)


@njit
def atl(a):
    return np.atleast_1d(a), np.atleast_2d(a)


@njit
def bad1(a):
    return np.concatenate((a, np.ones((2, 7))))


@njit
def bad2(a):
    return np.stack((a, np.ones((2, 7))))


@njit
def bad3(a):
    return np.diff(a, -1)


@njit
def bad4(a):
    return np.repeat(a, -1)


def calls():
    f = np.arange(6.0)
    g = np.arange(4.0) * 2
    i = np.arange(5)
    i4 = np.arange(6, dtype=np.int32)
    m = np.arange(6.0).reshape(2, 3)
    fo = np.asfortranarray(m)
    st = np.arange(24.0).reshape(4, 6)[::2, ::-2]
    c = np.arange(3) * 1j
    t = np.arange(24).reshape(2, 3, 4)
    for a, b in ((f, g), (i, f), (i4, f.astype(np.float32)), (i, c), (i4, i), (f[::2], g[::-1]), (f[:0], g)):
        yield conc, (a, b)
    for a, b in ((f, g), (i4, i4)):
        yield concl, (a, b)
    for a, b in ((m, m), (fo, m), (st, m), (m.astype(np.float32), m)):
        yield conc1, (a, b)
        yield app2, (a, b)
    for a, v in ((f, 2.5), (i, 3), (i, 2.5), (m, 1.0)):
        yield app, (a, v)
    for a, b in ((f, f), (i, i), (m, m + 1), (m, st)):
        yield stk, (a, b)
    for a in (f, i, m, st, i4, t, f[::-2], f[:1]):
        yield dif, (a,), {"python": "0 differences are the array itself"}
        yield rol, (a,)
    yield difn, (f, 3)
    yield difn, (f, -1)
    for a in (f, m, t, st):
        yield flp, (a,)
    for a in (m, t, st):
        yield fl2, (a,)
    for a in (f, i4, m, st):
        yield rep, (a,)
    yield reps, (2.5,)
    for a in (m, t, st, fo):
        yield axes, (a,)
    for a in (f, m, st, i):
        yield dia, (a,)
    for a in (m, st):
        yield trc, (a,)
        yield tri, (a,)
    for a in (2.5, f, m):
        yield atl, (a,)
    for b in (bad1, bad2, bad3, bad4):
        yield b, (m if b != bad4 else f,)


@njit
def three_axes(a):
    return np.atleast_3d(a)


@njit
def changes(a):
    return np.diff(a), np.diff(a, 2)


@njit
def by_other_names(a):
    return np.permute_dims(a), np.pow(a, 2.0)


def cases():
    for shape in ((3,), (2, 3), (2, 3, 4), (0,)):
        yield three_axes, np.arange(float(np.prod(shape))).reshape(shape)
    yield three_axes, 5.0
    yield case(changes, np.array([True, False, False, True, True]), numba="is of numbers")
    yield case(changes, np.array([[True, False, False], [False, True, True]]), numba="is of numbers")
    yield case(by_other_names, np.ones((2, 3)) * 1.5, python="NumPy 2")
    for function, args, *options in calls():
        yield case(function, *args, **dict(*options))
    yield flp, np.arange(24).reshape(1, 2, 3, 4)
