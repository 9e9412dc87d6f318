# SPDX-License-Identifier: Apache-2.0
"""Functions that a C program calls as a library."""
import numpy as np
from numba import cuda, njit, prange


@njit
def norm(x, n):
    s = 0.0
    for i in range(len(x)):
        s += abs(x[i]) ** n
    return s ** (1 / n)


@njit
def scaled(x, k):
    if k == 0:
        raise ValueError(f"{k} of {len(x)} is zero")
    return k * x


@njit(parallel=True)
def total(x):
    s = 0.0
    for i in prange(len(x)):
        s += x[i]
    return s


@njit
def split(x, default):
    return x.min(), x[x > default], len(x), default > 0


@njit
def shift(x, y):
    for i in range(1, len(x)):
        y[i] = x[i - 1] + 1


@njit
def turned(x):
    return x.T


@njit
def add(a, b):
    return a + b


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


@njit
def text():
    return "text"


def plain(x):
    return x
