# SPDX-License-Identifier: Apache-2.0
"""Host functions of a bundle."""
import numpy as np
from numba import njit, prange


@njit
def scaled(x, k):
    out = np.empty_like(x)
    for i in range(len(x)):
        out[i] = k * x[i]
    return out


@njit
def shift(x, y):
    for i in range(1, len(x)):
        y[i] = x[i - 1] + 1


@njit(parallel=True)
def total(x):
    s = 0.0
    for i in prange(len(x)):
        s += x[i] ** 2
    return s


@njit
def root(x):
    if x < 0:
        raise ValueError(f"{x} has no root")
    return x ** 0.5


@njit
def both(x):
    return x.min(), np.sort(x), "sorted"
