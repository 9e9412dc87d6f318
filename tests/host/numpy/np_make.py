# SPDX-License-Identifier: Apache-2.0
"""New arrays: filled, counted, of literals and lists, copied, converted, reshaped."""
import numpy as np
from cases import case
from numba import njit


@njit
def fill(n, v):
    return np.ones(n), np.ones((n, 2), np.int32), np.full(n, v), np.full((2, n), v, dtype=np.float32), np.ones(3, np.bool_)


@njit
def likes(a):
    return np.zeros_like(a), np.ones_like(a), np.full_like(a, 3), np.zeros_like(a, np.float32), np.empty_like(a, dtype=np.int8).shape


@njit
def ar1(a):
    return np.arange(a)


@njit
def ar2(a, b):
    return np.arange(a, b)


@njit
def ar3(a, b, c):
    return np.arange(a, b, c)


@njit
def ar4(n):
    return np.arange(n, dtype=np.float32), np.arange(1, n, dtype=np.int16), np.arange(0, n, 2, np.complex128)


@njit
def ar5():
    return np.arange(5), np.arange(2.5), np.arange(1, 3, 0.5), np.arange(3, 0, -1)


@njit
def lin(a, b, n):
    return np.linspace(a, b, n), np.linspace(a, b)


@njit
def eyes(n):
    return np.eye(n), np.eye(n, n + 1), np.eye(n, n + 2, 1, np.int32), np.eye(n, k=-1), np.identity(n), np.identity(n, np.int8)


@njit
def arr1(x, y):
    return np.array([x, y]), np.array((x, 2)), np.array([[x, y], [1, 2]]), np.array([x, y], dtype=np.float32), np.array([1, 2.5, x])


@njit
def arr2(a):
    return np.array([a, a * 2]), np.array(a)


@njit
def arr3():
    return np.array([True, False]), np.array([[[1, 2], [3, 4]]]), np.array([1 + 2j, 3])


@njit
def asa(a):
    return np.asarray(a), np.ascontiguousarray(a), np.asfortranarray(a)


@njit
def copies(a):
    b = a.copy()
    b[...] = 1
    return b, a.copy(), np.copy(a), a.flatten(), a.ravel(), np.ravel(a)


@njit
def asty(a):
    return a.astype(np.float32), a.astype("int8"), a.astype(np.complex64), (a + a).astype(np.int64)


@njit
def resh(a):
    return a.reshape(-1), a.reshape(a.size), np.reshape(a, (1, a.size)), a.reshape((a.size, -1))


@njit
def dts(a):
    return np.zeros(3, a.dtype), np.zeros(a.shape, dtype=a.dtype), np.empty(a.shape, a.dtype).shape


@njit
def make(n, t):
    return np.zeros(n, dtype=t)


@njit
def dt2(n):
    return make(n, np.float32), make(n, np.int8), make(n, np.bool_)


@njit
def lazies(a):
    return (a * 2).copy(), (a + 1).reshape(-1), np.zeros_like(a + 1.0), (a * 2).astype(np.int32), (a+a).T


@njit
def bad1(n):
    return np.zeros(n).sum()


@njit
def bad2(n):
    return np.arange(0, n, 0)


@njit
def bad3(n):
    return np.zeros(4).reshape(n)


@njit
def bad4(n):
    return np.linspace(0.0, 1.0, n)


@njit
def bad5(n):
    return np.eye(n)


def calls():
    f = np.arange(6.0).reshape(2, 3)
    ff = np.asfortranarray(f)
    i = np.arange(5)
    i4 = np.arange(6, dtype=np.int32)
    st = np.arange(24.0).reshape(4, 6)[::2, ::-2]
    c = (np.arange(4) * (1 + 2j)).reshape(2, 2)
    z = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    for n, v in ((3, 2.5), (4, 7), (0, True), (2, np.float32(1.5)), (2, np.int8(3))):
        yield fill, (n, v)
    for a in (f, ff, i, i4, st, c, z, i4[::2]):
        yield likes, (a,)
        yield copies, (a,)
        yield asa, (a,)
        yield dts, (a,)
        if a.dtype.kind != "c":
            yield asty, (a,)
        if a.dtype.kind != "c" and a is not ff:
            yield lazies, (a,)
        if a.flags.c_contiguous:
            yield resh, (a,)
    yield arr2, (i,)
    for a in (5, 0, -3, 2.5, np.float32(3.5), np.int32(4), 3 + 4j):
        yield ar1, (a,)
    for a in ((1, 5), (5, 1), (0.5, 4), (1, np.float32(4)), (np.int8(1), np.int16(9)), (0, 3 + 4j)):
        yield ar2, a
    for a in ((1, 10, 3), (10, 0, -3), (0, 1, 0.1), (0.0, -1.0, -0.25), (1, 5, 0)):
        yield ar3, a
    yield ar4, (5,)
    yield ar5, ()
    for a in ((0.0, 1.0, 7), (1, 5, 3), (0, 1, 1), (0, 1, 0), (np.float32(0), np.float32(1), 4), (1j, 2, 3)):
        yield lin, a
    for n in (0, 1, 3):
        yield eyes, (n,)
    for a in ((1, 2), (1.5, 2), (np.float32(1), 2), (np.int8(1), np.int8(2))):
        yield arr1, a, {"numba": "an assertion in it fails"}
    yield arr3, ()
    yield dt2, (3,)
    for b in (bad1, bad2, bad3, bad4, bad5):
        yield b, (-2,)


@njit
def by_dtype(n, a):
    return (np.zeros(n, np.dtype("int")), np.ones(n, dtype=np.dtype("float32")), np.array([n, 0], dtype=np.dtype("bool")),
            a.astype(np.dtype(np.complex64)), np.empty(n, np.dtype(a.dtype)).shape)


def cases():
    yield by_dtype, 3, np.arange(3, dtype=np.int16)
    for function, args, *options in calls():
        yield case(function, *args, **dict(*options))
