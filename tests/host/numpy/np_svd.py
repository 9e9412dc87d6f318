# SPDX-License-Identifier: Apache-2.0
"""Decompositions of matrices of any shape, and what is made of singular values."""
import numpy as np
from cases import case
from numba import njit


@njit
def qr(a):
    q, r = np.linalg.qr(a)
    return q, r


@njit
def factors(a):
    q, r = np.linalg.qr(a)
    return np.abs(q @ r - a).max() < 1e-12, np.abs(q.conj().T @ q - np.eye(q.shape[1])).max() < 1e-12


@njit
def values(a):
    u, s, vt = np.linalg.svd(a)
    return u.shape, s, vt.shape


@njit
def thin(a):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    return u.shape, s, vt.shape, np.abs((u * s) @ vt - a).max() < 1e-12


@njit
def orthogonal(a):
    u, s, vt = np.linalg.svd(a, True)
    k = len(s)
    return (np.abs(u.conj().T @ u - np.eye(len(u))).max() < 1e-12, np.abs(vt @ vt.conj().T - np.eye(len(vt))).max() < 1e-12,
            np.abs((u[:, :k] * s) @ vt[:k] - a).max() < 1e-12)


@njit
def pinv(a):
    return np.linalg.pinv(a)


@njit
def pinv_of(a, rcond):
    return np.linalg.pinv(a, rcond)


@njit
def rank(a):
    return np.linalg.matrix_rank(a)


@njit
def rank_of(a, tol):
    return np.linalg.matrix_rank(a, tol)


@njit
def cond(a):
    return np.linalg.cond(a)


@njit
def cond_of(a, p):
    return np.linalg.cond(a, p)


@njit
def least_squares(a, b):
    return np.linalg.lstsq(a, b, rcond=-1)


SCIPY = "it calls LAPACK by SciPy, which is not there"


def calls():
    r = np.random.default_rng(6)
    m = r.random((5, 3)) - 0.5
    c = r.random((4, 4)) - 0.5 + 1j * r.random((4, 4))
    low = r.random((6, 2)) @ r.random((2, 6))
    whole = np.array([[1, 2, 3], [4, 5, 7]])
    zero = np.zeros((3, 2))
    for a in (m, m.T, c, c[:2], c[:, :3], m[::-1, ::2], whole, m[:1], m[:, :1]):
        yield qr, (a,), {"close": 1e-11}
    for a in (m, m.T, c, c[:2], c[:, :3], zero, m[:1], m[:, :1], m[:1, :1], r.random((20, 12)), r.random((7, 20))):
        yield values, (a,), {"close": 1e-11}
        yield thin, (a,), {"close": 1e-11}
    for a in (m, m.T, c, c[:2], c[:, :3], zero, zero.T, low, np.ones((3, 3)), np.eye(4), r.random((20, 12))):
        yield orthogonal, (a,)
        yield factors, (a,)
        yield rank, (a,)
    for a in (m, m.T, c, c[:2], whole[:, :2], zero, np.eye(3)):
        yield pinv, (a,), {"close": 1e-10}
    yield pinv_of, (np.diag(np.array([4.0, 2.0, 1e-3])), 1e-2), {"close": 1e-12}
    for a in (np.zeros(3), np.arange(3), whole):
        yield rank, (a,)
    yield rank_of, (np.diag(np.array([4.0, 2.0, 1e-3])), 1e-2)
    for a in (m, m.T, c, whole, np.eye(3), np.zeros((2, 2))):
        yield cond, (a,), {"close": 1e-10}
    for p in (1, -1, 2, -2, np.inf):
        yield cond_of, (r.random((4, 4)), p), {"close": 1e-10}
    for a, b in ((m, r.random(5)), (m, r.random((5, 2))), (m.T, r.random(3)), (m.T, r.random((3, 2))),
                 (c, r.random(4)), (c[:, :2], c[:, 2:]), (whole.T, np.arange(3)), (m, r.random((2, 5)).T)):
        yield least_squares, (a, b), {"close": 1e-9}
    for function, args in ((values, (np.array([[1.0, np.nan]]),)), (pinv, (np.array([[1.0, np.inf]]),)),
                           (least_squares, (m, np.ones(3))), (cond_of, (m, 1))):
        yield function, args, {"python": "it says other words"}


def cases():
    for function, args, *options in calls():
        yield case(function, *args, numba=SCIPY, **dict(*options))
