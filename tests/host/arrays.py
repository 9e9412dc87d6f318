# SPDX-License-Identifier: Apache-2.0
"""Arrays in and out: made, written, viewed, returned in tuples."""
from collections import namedtuple

import numpy as np
from cases import case
from numba import njit

Point = namedtuple("Point", "x, y")


@njit
def total(x):
    s = 0.0
    for v in x:
        s += v
    return s


@njit
def ramp(n):
    a = np.empty(n, np.int64)
    for i in range(n):
        a[i] = i * i
    return a


@njit
def axpy(a, x, y):
    return a * x + y


@njit
def pair(x):
    m = x * 2
    if m[0] > 4:
        m = m[1:]
    return m, m.sum(), (1, 2.5)


@njit
def fill(x, v):
    x[:] = v


@njit
def item(x, i):
    return x[i]


@njit
def same(x):
    return x


@njit
def tail(x):
    return x[1:]


@njit
def backwards(x):
    return x[::-1]


@njit
def transposed(x):
    return x.T


@njit
def point(a, b):
    return Point(a, b)


@njit
def moved(p, d):
    return Point(p.x + d, p.y * d)


@njit
def zeros(n, m):
    return np.zeros((n, m)), np.zeros(n, np.float32), np.empty(0)


SIGNS = np.array([True, False, True])
WEIGHTS = np.array([[1 + 2j, 3], [4, 5]])


@njit
def constant():
    return SIGNS


@njit
def constant_or_new(n):
    if n > 1:
        return np.zeros((2, 2), np.complex128)
    return WEIGHTS


@njit
def constants_of_functions(n):
    total = 0
    for i in range(n):
        total += constant().sum() + int(constant_or_new(i)[1, 0].real)
    return total


def cases():
    yield (constant,)
    yield constant_or_new, 1
    yield constant_or_new, 2
    yield constants_of_functions, 4
    x = np.arange(5.0)
    grid = np.arange(12.0).reshape(3, 4)
    yield total, x.copy()
    yield total, np.arange(4)
    yield total, np.arange(10, dtype=np.float32)[::3]
    yield ramp, 7
    yield ramp, 0
    yield ramp, -1
    yield axpy, 2.0, x.copy(), x.copy()
    yield axpy, 2, np.arange(3, dtype=np.float32), np.arange(3, dtype=np.float32)
    yield axpy, 2.0, grid.copy(), x[:4].copy()
    yield axpy, 1j, x.copy(), x.copy()
    yield pair, x.copy()
    yield pair, x + 3
    yield fill, x.copy(), 7
    yield fill, grid[:, ::2].copy(order="F"), 1.5
    yield item, x.copy(), 2
    yield item, x.copy(), -1
    yield item, np.arange(3, dtype=np.uint8), 1
    yield item, np.array([True, False]), 0
    yield item, grid.copy(), 1
    yield item, grid.copy(), (1, 2)
    yield same, x.copy()
    yield same, grid[::2, ::-1]
    yield same, np.zeros((0, 3))
    yield same, np.array(3.0)
    yield case(same, (x.copy(), 1, grid.copy()))
    yield tail, x.copy()
    yield backwards, x.copy()
    yield transposed, grid.copy()
    yield point, 1, 2.5
    yield case(point, x.copy(), 1)
    yield moved, Point(1, 2.0), 3
    yield zeros, 2, 3
