# SPDX-License-Identifier: Apache-2.0
"""Linear equations. Numba needs SciPy for them, which is not there."""
import numpy as np
from cases import case
from numba import njit


@njit
def solve(a, b):
    return np.linalg.solve(a, b)


@njit
def inv(a):
    return np.linalg.inv(a)


@njit
def det(a):
    return np.linalg.det(a), np.linalg.slogdet(a)


@njit
def cho(a):
    return np.linalg.cholesky(a)


@njit
def mpow(a, n):
    return np.linalg.matrix_power(a, n)


@njit
def residual(a, b):
    return np.abs(a @ np.linalg.solve(a, b) - b).max() < 1e-9


@njit
def eigenvalues(a):
    return np.linalg.eigvalsh(a), np.linalg.eigh(a)[0]


@njit
def eigenvectors(a):
    w, v = np.linalg.eigh(a)
    return np.abs(a @ v - v * w).max() < 1e-12, np.abs(v.conj().T @ v - np.eye(len(a))).max() < 1e-12


@njit
def conjugates(a):
    return a.conj(), a.conjugate(), a.T.conj()


SCIPY = "it calls LAPACK by SciPy, which is not there"


def calls():
    r = np.random.default_rng(4)
    m = r.random((5, 5)) - 0.5
    c = m + 1j * r.random((5, 5))
    s = m @ m.T + np.eye(5)
    h = c @ c.conj().T + np.eye(5)
    b = r.random((5, 3))
    zero = np.array([[0.0, 2.0], [3.0, 1.0]])
    for a, v in ((m, b), (m, b[:, 0]), (m.T, b), (c, b), (m, b + 1j), (zero, np.ones(2)), (zero.astype(np.int64), np.arange(2))):
        yield solve, (a, v), {"close": 1e-11}
    for a in (m, c, zero, m[:1, :1], m[::-1, ::-1], np.eye(3, dtype=np.int64) * 2):
        yield inv, (a,), {"close": 1e-11}
        yield det, (a,), {"close": 1e-11}
    yield inv, (m.astype(np.float32),), {"close": 1e-3}
    yield det, (np.ones((3, 3)),)
    for a in (s, h, s[:2, :2]):
        yield cho, (a,), {"close": 1e-12}
    for a, n in ((m, 0), (m, 5), (m, -2), (np.array([[1, 1], [1, 0]]), 20)):
        yield mpow, (a, n), {"close": 1e-10}
    for a in (m[:2], c[:2, ::2], np.arange(3)):
        yield conjugates, (a,)
    big = r.random((30, 30))
    whole = np.array([[2, 1], [1, 2]])
    for a in (s, h, m + m.T, c + c.conj().T, np.eye(4), whole, m[:1, :1], big + big.T, np.zeros((2, 2))):
        yield eigenvalues, (a,), {"close": 1e-9}
        yield eigenvectors, (a * 1.0,)
    yield eigenvalues, (s.astype(np.float32),), {"close": 1e-4}
    yield residual, (r.random((60, 60)), r.random((60, 2)))
    for function, args in ((inv, (np.ones((3, 3)),)), (inv, (b,)), (cho, (-s,)), (eigenvalues, (b,)), (solve, (m, b[:4]))):
        yield function, args, {"python": "it says other words"}


def cases():
    for function, args, *options in calls():
        options = {"numba": True if function is conjugates else SCIPY, **dict(*options)}
        yield case(function, *args, **options)
