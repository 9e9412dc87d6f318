# SPDX-License-Identifier: Apache-2.0
"""Indices of nests of loops, whose bounds are asked once in front of them: as far as the
loops go, a place too far, from the end, and by numbers so large that sums of them wrap.
What raises does so in its round, with all that was stored before."""
import numpy as np
from cases import case
from numba import njit

BOUNDS = "it looks at no bounds"


@njit
def triangle(a):
    n = len(a)
    r = 0.0
    for i in range(n):
        for j in range(i, n):
            a[j - i] += 1.0
            r += a[j] * a[n - 1 - i]
    return r


@njit
def lags(x, count, out):
    n = len(x)
    for lag in range(count):
        for i in range(n - lag):
            out[lag] += x[i] * x[i + lag]
    return out


@njit
def windows(a, h, w, out):
    for i in range(h):
        for j in range(w):
            for y in range(3):
                for x in range(3):
                    out[i, j] += a[i + y, j + x]
    return out


@njit
def flat(a, h, w):
    r = 0
    for i in range(h):
        for j in range(w):
            a[i * w + j] += i - j
            r += a[j * h + i]
    return r


@njit
def backwards(a, b):
    n = len(b)
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= a[i, j] * b[j]
        b[i] = s / a[i, i]
    return b


@njit
def around(a, b):
    n, m = a.shape
    for i in range(n):
        for j in range(m):
            b[i, j] = a[i - 1, j] + a[i, j - 1] + a[i - n, j - m]
    return b


@njit
def banded(a, reach, out):
    n = len(a)
    for i in range(n):
        for j in range(max(0, i - reach), min(n, i + reach + 1)):
            out[i] += a[j] * a[i]
    return out


@njit
def blocks(a, size):
    n = len(a)
    r = 0
    for start in range(0, n, size):
        for i in range(start, min(start + size, n)):
            r = r * 31 + a[i]
    return r


@njit
def fours(a):
    r = 0
    for i in range(0, len(a), 4):
        for k in range(4):
            r += a[i + k] * (k + 1)
    return r


@njit
def moved(a, first, last, by):
    r = 0
    for i in range(first, last):
        a[i + by] += 1
        r += 1
    return r


@njit
def moved_by_steps(a, first, last, step, by):
    r = 0
    for i in range(first, last, step):
        for j in range(i + by, len(a)):
            a[j] += 1
        r += 1
    return r


@njit
def through(a, order, out):
    for i in range(len(order) - 1):
        for k in range(order[i], order[i + 1]):
            out[i] += a[order[k]]
    return out


@njit
def caught(a, n):
    r = 0
    for i in range(n):
        try:
            for j in range(n):
                a[i + j] += 1
        except Exception:
            r += 1
    return r


@njit
def if_inside(a, b):
    n = len(a)
    for i in range(n):
        if i > 0 and i < n - 1:
            b[i] = a[i - 1] + a[i + 1]
    return b


@njit
def no_rounds(a, n, m):
    r = 0
    for i in range(n):
        for j in range(m, i):
            r += a[j + 5]
    return r


def numbers(*shape):
    return np.arange(np.prod(shape), dtype=np.float64).reshape(shape) + 1.0


def counts(n):
    return np.arange(n) * 7 % 11


def cases():
    huge = 2 ** 62
    for n in 0, 1, 2, 9:
        yield triangle, numbers(n)
        yield lags, numbers(n), n, np.zeros(n)
        yield around, numbers(n, 5), np.zeros((n, 5))
        yield banded, numbers(n), 2, np.zeros(n)
        yield banded, numbers(n), huge, np.zeros(n)
        yield if_inside, numbers(n), np.zeros(n)
    yield case(lags, numbers(5), 6, np.zeros(5), numba=BOUNDS)
    yield case(banded, numbers(7), 2, np.zeros(6), numba=BOUNDS)
    yield windows, numbers(6, 7), 4, 5, np.zeros((4, 5))
    yield case(windows, numbers(6, 7), 5, 5, np.zeros((5, 5)), numba=BOUNDS)
    yield case(windows, numbers(6, 7), 4, 6, np.zeros((4, 6)), numba=BOUNDS)
    yield windows, numbers(6, 7), 0, huge, np.zeros((4, 5))
    yield windows, numbers(6, 7), -huge, 5, np.zeros((4, 5))
    for h, w in (3, 4), (1, 12), (12, 1), (0, huge), (-huge, 3), (-3, -4):
        yield flat, counts(12), h, w
    yield case(flat, counts(12), 4, 4, numba=BOUNDS)
    yield case(flat, counts(12), huge, 4, numba=BOUNDS)
    yield backwards, numbers(6, 6) + 40 * np.eye(6), numbers(6)
    for size in 1, 3, 64, huge:
        yield blocks, counts(17), size
    yield fours, counts(12)
    yield case(fours, counts(13), numba=BOUNDS)
    for by in 0, 1, -1, -3, -10:
        yield moved, counts(10), 2, 9, by
    for first, last, by in ((0, 10, 1), (0, 11, 0), (0, 3, -11), (0, 3, huge),
                            (-4, 7, 0), (huge - 2, huge + 2, -huge)):
        yield case(moved, counts(10), first, last, by, numba=BOUNDS)
    yield moved, counts(10), -(2 ** 63), -(2 ** 63), huge
    yield moved_by_steps, counts(10), 0, 9, 4, 1
    yield case(moved_by_steps, counts(10), -3, 9, 5, -8, numba=BOUNDS)
    yield through, numbers(9), np.array([0, 2, 4, 1, 3]), np.zeros(4)
    yield through, numbers(9), np.array([-2, 0, 3, 3, 1]), np.zeros(4)
    yield case(through, numbers(9), np.array([0, 1, 9]), np.zeros(2),
               numba=BOUNDS)
    yield caught, counts(9), 5
    yield case(caught, counts(9), 7, numba=BOUNDS)
    yield no_rounds, counts(4), 3, 100
