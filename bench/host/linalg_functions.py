# SPDX-License-Identifier: Apache-2.0
"""Functions that decompose matrices (linalg.py)."""
import numpy as np
from portkern import njit


@njit
def solve(a, b):
    return np.linalg.solve(a, b)


@njit
def inv(a, b):
    return np.linalg.inv(a)


@njit
def det(a, b):
    return np.linalg.det(a)


@njit
def cholesky(a, b):
    return np.linalg.cholesky(a)


@njit
def qr(a, b):
    return np.linalg.qr(a)


@njit
def svd(a, b):
    return np.linalg.svd(a)


@njit
def eigh(a, b):
    return np.linalg.eigh(a)
