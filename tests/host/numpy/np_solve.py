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
def eigenvalues_of_any(a):
    w, also = np.linalg.eigvals(a) * (3 - 1j), np.linalg.eig(a)[0] * (3 - 1j)
    order = np.argsort(w.real)
    return w.real[order], np.abs(w)[order], np.abs(w - also).max() == 0


@njit
def eigenvectors_of_any(a):
    w, v = np.linalg.eig(a)
    lengths = np.sqrt((np.abs(v) ** 2).sum(axis=0))
    return np.abs(a @ v - v * w).max() < 1e-11, np.abs(lengths - 1).max() < 1e-12


@njit
def no_eigenvalues(a):
    return np.linalg.eigvals(a), np.linalg.eig(a)


@njit
def types_of_eigenvalues(a):
    w, v = np.linalg.eig(a)
    return w[:1], v[:1, :1], np.linalg.eigvals(a)[:1]


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
    ones = np.ones((4, 4))
    turned = r.random((6, 6)) @ np.diag([1.0, -2.0, 3.0, 4.5, 1e-3, 7.0])
    similar = m @ np.diag([1.0, 2.0, 3.0, -4.0, 0.5]) @ np.linalg.inv(m)
    for a in (s, h, c, m @ s, similar, np.triu(m), np.tril(m), np.eye(4) * 3, m[:1, :1], c[:1, :1], big + big.T, big + 1j * big.T,
              np.diag([3.0, 1.0, 2.0])[::-1, ::-1], np.zeros((3, 3)), turned + turned.T, whole):
        if np.isrealobj(np.linalg.eigvals(a)) or np.iscomplexobj(a):
            yield eigenvalues_of_any, (a,), {"close": 1e-8}
            yield eigenvectors_of_any, (a * 1.0,)
    yield eigenvectors_of_any, (ones,)
    yield eigenvectors_of_any, (np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]),)
    yield eigenvectors_of_any, (np.roll(np.eye(5), 1, 0) + 0j,)
    yield eigenvectors_of_any, (np.array([[2.0, 1e8], [1e-8, 3.0]]),)
    for a in (np.eye(2, dtype=np.float32) * 3, np.eye(2, dtype=np.complex64) * 3j, np.eye(2, dtype=np.int8) * 3, np.eye(2)):
        yield types_of_eigenvalues, (a,)
    yield no_eigenvalues, (np.zeros((0, 0)),)
    for a in (m[:2], np.ones((2, 2)) * np.nan, np.array([[0.0, -1.0], [1.0, 0.0]]), np.roll(np.eye(5), 1, 0)):
        yield no_eigenvalues, (a,), {"python": "its words are others, and its eigenvalues complex"}
    yield residual, (r.random((60, 60)), r.random((60, 2)))
    for function, args in ((inv, (np.ones((3, 3)),)), (inv, (b,)), (cho, (-s,)), (eigenvalues, (b,)), (solve, (m, b[:4]))):
        yield function, args, {"python": "it says other words"}


def cases():
    for function, args, *options in calls():
        options = {"numba": True if function is conjugates else SCIPY, **dict(*options)}
        yield case(function, *args, **options)
