# SPDX-License-Identifier: Apache-2.0
"""np.polynomial, np.roots, and np.delete of slices."""
import numpy as np
from cases import case
from numba import njit
from numpy.polynomial import polynomial as P
from numpy.polynomial import polyutils as pu

SCIPY = "Numba needs SciPy"


@njit
def added(a, b):
    return np.polynomial.polynomial.polyadd(a, b), np.polynomial.polynomial.polysub(a, b)


@njit
def multiplied(a, b):
    return np.polynomial.polynomial.polymul(a, b)


@njit
def divided(a, b):
    return np.polynomial.polynomial.polydiv(a, b)


@njit
def value(x, c):
    return np.polynomial.polynomial.polyval(x, c)


@njit
def integrated(c):
    return np.polynomial.polynomial.polyint(c), P.polyint(c, 2), P.polyint(c, 0)


@njit
def trimmed(seq):
    return np.polynomial.polyutils.trimseq(seq)


@njit
def series(alist):
    return np.polynomial.polyutils.as_series(alist)


@njit
def series_of_two(a, b):
    return pu.as_series((a, b), trim=False)


@njit
def roots(p):
    return np.roots(p)


@njit
def without(a, start, stop, step):
    return np.delete(a, slice(start, stop, step))


@njit
def without_rows(a):
    return np.delete(a, slice(1, 3), 0), np.delete(a, slice(None, None, 2), axis=1)


def cases():
    ints = np.array([1, 2, 3])
    x = np.array([1.0, 2.0, 0.0])
    y = np.array([1.0, -2.0, 3.0, 0.0, 0.0])
    for a, b in ((ints, ints), (ints, x), (x, y), (y, x), (y, y), (x + 1j, y), (ints.astype(np.int32), x.astype(np.float32))):
        yield added, a, b
        yield case(multiplied, a, b, close=1e-15)
        yield case(divided, a, b, close=1e-14)
    yield added, (1, 2), (3, 4, 5)
    yield added, y, 2
    yield multiplied, ints, 2.0
    yield divided, np.array([1.0, 2.0, 3.0]), np.array([2.0])
    yield divided, ints, np.array([0])
    yield divided, np.arange(20.0), np.array([3.0, 0.5, 2.0, 1.0])
    yield value, 2.0, y
    yield value, 3, ints
    yield value, ints, ints
    yield value, x, y
    yield value, x.reshape(3, 1), y
    yield value, x, np.arange(6.0).reshape(3, 2)
    yield value, 1 + 2j, y
    yield case(value, (1, 2), (3.0, 4.0))
    yield integrated, y
    yield integrated, ints
    yield integrated, np.arange(6.0).reshape(3, 2)
    for seq in (x, y, ints, np.zeros(3), np.zeros(0)):
        yield trimmed, seq
    yield series, y
    yield series, np.arange(6.0).reshape(2, 3)
    yield series, (y, x)
    yield series, (np.zeros(0), x)
    yield series_of_two, ints, x
    for p in ([1.0, -3.0, 2.0], [0.0, 2.0, -5.0, 2.0, 0.0, 0.0], [3.0], [0.0, 0.0], [1.0, 2.0]):
        yield case(roots, np.array(p), close=1e-12, numba=SCIPY)
    yield case(roots, np.array([1, -1]), close=1e-12, numba=SCIPY)
    for part in ((1, 3, 1), (0, 10, 1), (None, None, 2), (-2, None, 1), (5, 2, -1), (3, 3, 1)):
        yield case(without, np.arange(6), *part)
    yield without_rows, np.arange(24.0).reshape(4, 6)
