# SPDX-License-Identifier: Apache-2.0
"""Functions of NumPy that take more than most calls give them."""
import numpy as np
from cases import case
from numba import njit


@njit
def nonzero_along(a):
    return np.count_nonzero(a), np.count_nonzero(a, 0), np.count_nonzero(a, axis=-1)


@njit
def nonzero_at(a, axis):
    return np.count_nonzero(a, axis)


@njit
def in_one(a, b):
    return np.concat((a, b)), np.concat((a, b), axis=1)


@njit
def finite(a):
    return np.asarray_chkfinite(a)


@njit
def finite_as(a):
    return np.asarray_chkfinite(a, np.float32)


@njit
def norms(a):
    return np.linalg.norm(a, 2), np.linalg.norm(a, -2)


@njit
def nuclear(a):
    return np.linalg.norm(a, 'nuc')


@njit
def unknown_norm(a):
    return np.linalg.norm(a, 'max')


def cases():
    a = np.arange(12.0).reshape(3, 4) % 5
    for each in (a, a.astype(np.int32), a > 2, a[::-1, ::2], a * 1j):
        yield nonzero_along, each
    yield nonzero_at, a.reshape(2, 3, 2), 1
    yield case(in_one, a, a * 2, numba="it does not know concat", python="an old NumPy has no concat")
    yield finite, a
    yield finite, a.astype(np.int8)
    yield finite_as, a
    for bad in (np.nan, np.inf, -np.inf):
        b = a.copy()
        b[1, 2] = bad
        yield finite, b
    for rows, columns in ((3, 3), (2, 5), (5, 2), (1, 1), (30, 20)):
        b = np.cos(np.arange(float(rows * columns)) ** 2).reshape(rows, columns)
        for each, close in ((b, 1e-12), (b * (1 - 2j), 1e-12), (b.astype(np.float32), 1e-5)):
            yield case(norms, each, close=close, numba="it asks for SciPy")
        yield case(nuclear, b, close=1e-12, numba="it asks for SciPy")
    yield case(unknown_norm, a, numba="it asks for SciPy")
