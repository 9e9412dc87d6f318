# SPDX-License-Identifier: Apache-2.0
"""Masks and arrays of integers as indices, read and stored; products of matrices."""
import numpy as np
from cases import case
from numba import njit


@njit
def m1(a):
    return a[a > 2], a[~(a > 2)], a[(a > 1) & (a < 4)]


@njit
def m2(a, m):
    return a[m]


@njit
def i1(a, m):
    return a[m], a[m] * 2


@njit
def s1(a, m, v):
    a[m] = v
    return a


@njit
def s2(a):
    a[a > 2] = 0
    a[a == 1] += 10
    a[np.isnan(a)] = 5.0
    return a


@njit
def s3(a, m):
    a[m] *= 2
    return a


@njit
def ax(a, m):
    return a[:, m], a[m, :], a[m, 0], a[0, m], a[1:, m], a[:, m].sum()


@njit
def sax(a, m, v):
    a[:, m] = v
    return a


@njit
def sax2(a, m):
    a[m, :] = 7
    a[m, 1] = 3.0
    return a


@njit
def sel(a):
    b = a[a > 0]
    n = 0
    while b.size:
        n += b.size
        b = b[b > n * 0.1]
    return n, a[a > 99].size


@njit
def tk(a, m):
    return np.take(a, m), a.take(m), np.take(a, 1)


@njit
def bad1(a):
    return a[np.array([0, 99])]


@njit
def bad3(a):
    a[np.array([1, 2])] = np.ones(3)


@njit
def bad4(a):
    a[a > 1] = np.ones(2)


@njit
def mat(a, b):
    return a @ b, np.matmul(a, b), (a + 1) @ (b + 1), (a @ b).sum(), a @ b @ a


SCIPY = "it multiplies matrices by SciPy, which is not there"


def calls():
    f = np.arange(6.0)
    i = np.arange(5)
    m = np.arange(12.0).reshape(3, 4)
    st = np.arange(24.0).reshape(4, 6)[::2, ::-2]
    idx = np.array([0, -1, 2])
    idx2 = np.array([[0, 1], [1, 0]])
    for a in (f, i, f.astype(np.float32), f[::-1]):
        yield m1, (a,)
    yield m1, (m,)
    for a, k in ((f, f > 2), (m, m > 4), (m, np.array([True, False, True])), (st, st > 5), (m, np.zeros((3, 4), bool))):
        yield m2, (a, k)
    for a, k in ((f, idx), (i, idx), (m, idx), (m, idx2), (f, idx2), (st, np.array([1, 0, 1], dtype=np.uint8))):
        yield i1, (a, k)
    for a, k, v in ((f, f > 2, 1.5), (f, idx, 2.0), (f, idx, np.array([7.0, 8, 9])), (f, f > 3, np.array([7.0, 8])), (i, i > 1, 3), (m, m > 3, 0.0), (m, idx, np.arange(4.0)), (m, idx, m + 1), (m, np.array([True, False, True]), np.ones(4)), (f, f > 99, f)):
        yield s1, (a, k, v)
    for a in (f, m, st.copy()):
        yield s2, (a,)
    for k in (f > 2, idx):
        yield s3, (f, k)
    for a, k in ((m, np.array([0, 2])), (m[:, :3].copy(), np.array([True, False, True]))):
        yield ax, (a, k)
    for k, v in ((np.array([1, 3]), 5.0), (np.array([1, 3]), np.ones((3, 2))), (np.array([True, False, True, False]), np.ones((3, 1))), (np.array([0]), np.ones(3)[:, None])):
        yield sax, (m, k, v)
    yield sax2, (m, np.array([0, 2]))
    yield sel, (f,)
    yield tk, (f, idx)
    yield tk, (m, idx2)
    yield bad1, (m,), {"numba": "it reads what is there"}
    for b in (bad3, bad4):
        yield b, (f,)
    yield mat, (m, m.T.copy()), {"numba": SCIPY, "close": 1e-13}


def cases():
    for function, args, *options in calls():
        # Each call has arrays of its own: many write them.
        args = [a.copy() if isinstance(a, np.ndarray) and a.flags.c_contiguous else a for a in args]
        yield case(function, *args, **dict(*options))
