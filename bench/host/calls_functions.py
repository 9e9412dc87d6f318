# SPDX-License-Identifier: Apache-2.0
"""Functions that do next to nothing (calls.c, calls.py)."""
from portkern import njit


@njit
def nothing():
    return 0


@njit
def add(x, y):
    return x + y


@njit
def divide(x, y):
    return x // y


@njit
def pair(x, y):
    return y, x


@njit
def item(a, i):
    return a[i]


@njit
def sum_of(a):
    total = 0.0
    for i in range(a.size):
        total += a[i]
    return total
