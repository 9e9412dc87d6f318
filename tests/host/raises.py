# SPDX-License-Identifier: Apache-2.0
"""Exceptions: their classes and arguments."""
import numpy as np
from numba import njit


@njit
def fails(n):
    a = np.zeros(n)
    if n == 5:
        raise ValueError("too many", n)
    if n == 4:
        raise KeyError("k")
    if n == 3:
        raise ValueError
    if n == 2:
        raise StopIteration
    if n == 1:
        raise RuntimeError()
    return a.sum()


@njit
def texts(n):
    if n == 0:
        raise ValueError("4")
    if n == 1:
        raise ValueError(4)
    if n == 2:
        raise TypeError("a: b", 1.5, True)
    if n == 3:
        raise NotImplementedError("not yet: (1, 2)")
    assert n != 4, "n is four"
    assert n != 5
    return n


@njit
def divides(a, b):
    return a // b


@njit
def remainder(a, b):
    return a % b


def cases():
    for n in (5, 4, 3, 2, 1, 0, -1):
        yield fails, n
    for n in range(7):
        yield texts, n
    for a, b in ((1, 0), (1.0, 0.0), (7, 2), (-1, 0)):
        yield divides, a, b
        yield remainder, a, b
