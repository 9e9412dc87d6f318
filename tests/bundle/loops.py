# SPDX-License-Identifier: Apache-2.0
"""Functions of a bundle whose parallel loops run on another device."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def total(x):
    s = 0.0
    for i in prange(len(x)):
        s += x[i] / 3
    return s


@njit(parallel=True)
def fails(x, limit):
    for i in prange(len(x)):
        if i >= limit and i % 7 == 0:
            raise ValueError("at", i, x[i])
        x[i] += 1


@njit(parallel=True)
def moved(x, y):
    made = np.empty_like(x)
    for i in prange(len(x)):
        made[i] = np.sin(x[i]) + 1
    made[0] += 1
    for i in prange(len(x)):
        y[i] = 2 * made[len(x) - 1 - i]
    return made[len(x) - 1]


@njit(parallel=True)
def lists(x):
    for i in prange(len(x)):
        items = [x[i]]
        items.append(1.0)
        x[i] = len(items)


@njit(parallel=True, offload=False)
def stays(x):
    for i in prange(len(x)):
        x[i] *= 3
