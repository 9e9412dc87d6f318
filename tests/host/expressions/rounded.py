# SPDX-License-Identifier: Apache-2.0
"""math.floor, ceil and trunc give integers, as in Python; NumPy's give floats."""
import math

import numpy as np
from cases import case
from numba import njit, vectorize


@njit
def of_math(x):
    return math.floor(x), math.ceil(x), math.trunc(x)


@njit
def of_numpy(x):
    return np.floor(x), np.ceil(x), np.trunc(x)


@njit
def as_index(a, x):
    return a[math.floor(x)] + a[math.ceil(x)]


@njit
def as_size(n):
    return np.zeros(math.ceil(n / 2)).size


@njit
def in_arithmetic(x):
    return math.floor(x) % 3, math.floor(x) // 2, math.ceil(x) / 2, math.floor(x) & 1


@njit
def in_a_loop(x):
    total = 0
    for i in range(math.floor(x)):
        total += math.ceil(i * 0.5)
    return total


@njit
def of_literals():
    return math.floor(2.5), math.ceil(-2.5), math.trunc(-2.5), math.floor(7)


@vectorize(["int64(float64)"])
def floors(x):
    return math.floor(x)


@njit
def calls_floors(x):
    return floors(x) + 1


def cases():
    for x in (2.5, -2.5, 0.0, -0.0, 1e15 + 0.5, 3, True, np.float32(1.75), np.int32(-3), np.uint8(200)):
        yield case(of_math, x)
        yield case(of_numpy, x, numba=type(x) is not bool or "its floor of a bool is a float16", python=type(x) is not bool or "so is NumPy's")
    for x in (0.5, 1.0, 2.25):
        yield as_index, np.arange(5.0), x
    for n in (0, 1, 7):
        yield as_size, n
    for x in (7.5, -7.5, 0.25):
        yield in_arithmetic, x
        yield in_a_loop, x
    yield (of_literals,)
    yield calls_floors, np.array([1.5, -1.5])
