# SPDX-License-Identifier: Apache-2.0
"""Whole arrays in functions with parallel=True: expressions, fills and reductions run on all threads."""
import math

import numpy as np
from cases import case
from numba import njit, prange


@njit(parallel=True)
def expression(a, b):
    return a * b + 1.0


@njit(parallel=True)
def stores(a, b):
    a[:] = b * 2
    a += b
    a[1:-1] = 0.5 * (b[2:] + b[:-2])
    return a


@njit(parallel=True)
def shifted(a):
    a[1:] = a[:-1] + 1
    a[:-1] = a[1:] * 2
    return a


@njit(parallel=True)
def two_arguments(a, b):
    a[:] = b + 1
    return a


@njit(parallel=True)
def swapped(a, n):
    b = np.zeros_like(a)
    for _ in range(n):
        b[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
        a, b = b, a
    return a


@njit(parallel=True)
def new_arrays(n):
    return np.ones(n), np.full((n, 3), 7), np.zeros(n), np.arange(n), np.linspace(0.0, 1.0, n), np.eye(n % 50)


@njit(parallel=True)
def like(a):
    b = np.ones_like(a)
    c = a.copy()
    c[...] = -1
    return b, c, np.full_like(a, 2), a.astype(np.float32)


@njit(parallel=True)
def broadcast(a, row, column):
    a *= row
    a -= column
    return a + row * column


@njit(parallel=True)
def sums(a):
    return a.sum(), np.sum(a), np.mean(a), a.prod()


@njit(parallel=True)
def spread(a):
    return np.var(a), a.std()


@njit(parallel=True)
def extremes(a):
    return a.min(), np.max(a), a.argmin(), np.argmax(a)


@njit(parallel=True)
def sum_of_expression(a, b):
    return np.sum(a * b + 2), (2 * a - b).mean(), np.max(np.abs(a - b))


@njit(parallel=True)
def counts(a):
    return np.count_nonzero(a > 0.5), np.any(a > 2), np.all(a < 2), np.nansum(a), np.nanmean(a)


@njit(parallel=True)
def dots(a, b):
    return np.dot(a, b), a @ b


@njit(parallel=True)
def matrix_times(x, w):
    return np.dot(x, w), x @ x.T


@njit(parallel=True)
def in_prange(x):
    out = np.empty(x.shape[0])
    for i in prange(x.shape[0]):
        row = x[i] * 2
        row += 1
        out[i] = row.sum() + np.max(x[i])
    return out


@njit(parallel=True)
def in_a_loop(x, n):
    s = 0.0
    for i in range(n):
        y = x + i
        s += y.sum()
    return s


@njit(parallel=True)
def along(x):
    return x.sum(axis=0), x.mean(axis=1), np.sum(x, axis=1)


@njit(parallel=True)
def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


@njit(parallel=True)
def logistic_regression(y, x, w, steps):
    for _ in range(steps):
        w -= np.dot(((1.0 / (1.0 + np.exp(-y * np.dot(x, w))) - 1.0) * y), x) / y.size
    return w


@njit(parallel=True)
def correlation(x, y):
    dx = x - x.mean()
    dy = y - y.mean()
    return (dx * dy).sum() / math.sqrt((dx * dx).sum() * (dy * dy).sum())


@njit(parallel=True)
def too_short(a, b):
    a[:] = b
    return a


@njit(parallel=True)
def mixed(a, n):
    return (a > n) & (a < 2 * n), np.where(a > n, a, -a), a // 3, a % 7


@njit(parallel=True)
def of_complex(a):
    return a * 1j + 2, a.sum(), np.abs(a)


@njit(parallel=True)
def places(a):
    return np.argmin(a), a.argmax(), np.argmin(a * 2 - a[0])


def cases():
    for n in (1, 7, 3000):
        for dtype in ("f8", "f4", "i8", "u1"):
            yield places, (np.arange(n) * 7919 % 1013 % 200).astype(dtype)
    yield places, np.array([0.0, -0.0, 3.0, 3.0])
    yield places, np.zeros(0)
    yield case(places, np.array([1.0, np.nan, -5.0, np.nan]), numba=False)
    source = np.arange(20000) * 7919 % 1021 / 1024  # sums are exact, in whatever order
    for n in (0, 1, 2, 1023, 1024, 1025, 5000, 20000):
        numbers = source.copy()
        a, b = numbers[:n].copy(), numbers[::-1][:n].copy()
        yield expression, a, b
        yield expression, a.astype(np.float32), b[::-1]
        yield case(sums, a, close=1e-12, numba=True if n else "its mean divides by zero")
        yield case(sums, np.arange(n), numba=True if n else "its mean divides by zero")
        yield case(sum_of_expression, a, b, close=1e-12) if n else (expression, b, a)
        yield case(counts, a, close=1e-12) if n else (expression, b, a)
        yield case(in_a_loop, a, 3, close=1e-12)
        yield case(dots, a, b, numba="it needs SciPy", close=1e-12)
        yield case(new_arrays, n, close=1e-14, numba="its linspace of one is NaN" if n == 1 else True)
        yield like, a.reshape(-1, 1)
        yield mixed, np.arange(n), 500
        yield case(of_complex, a + 1j * b, close=1e-12)
        if n > 2:
            yield stores, b.copy(), a
            yield case(shifted, b.copy(), numba="it stores while other threads read")
            yield case(spread, a, close=1e-12)
            yield extremes, a
            yield extremes, np.arange(n)[::-1].copy()
            yield case(softmax, a, close=1e-12)
            yield case(correlation, a, b, close=1e-12)
    for n in (3, 500, 5000):
        holes = numbers[:n].copy()
        holes[n // 2] = np.nan
        yield case(extremes, holes, numba="its min and max lose a NaN")
        zeros = np.zeros(n)
        zeros[1:] *= -1
        yield extremes, zeros
    for shape in ((1, 1), (3, 3000), (3000, 3), (40, 50), (0, 5), (5, 0)):
        x = numbers[:shape[0] * shape[1]].reshape(shape)
        numba = True if x.size else "its mean divides by zero"
        row, column = numbers[:shape[1]].copy(), numbers[:shape[0]].reshape(-1, 1).copy()
        yield broadcast, x.copy(), row, column
        yield broadcast, np.asfortranarray(x.copy()), row, column
        yield expression, x, x[::-1]
        yield expression, x.T, x.T
        yield case(sums, x, close=1e-12, numba=numba)
        yield case(sums, x.T, close=1e-12, numba=numba)
        yield case(sums, x[:, ::2], close=1e-12, numba=numba)
        yield case(sum_of_expression, x[:, ::2], x[:, 1::2][:, :1], close=1e-12) if x.size > 4 else (expression, x, x)
        if x.size:
            yield case(in_prange, x, close=1e-12)
            yield case(along, x, close=1e-12)
            yield case(matrix_times, x[:60], numbers[:shape[1]], numba="it needs SciPy", close=1e-12)
            yield case(swapped, x.copy(), 4, numba=True if shape[0] > 1 else "it makes an array of a negative size")
    yield case(logistic_regression, np.where(numbers[:2000] < 0.5, -1.0, 1.0), numbers.reshape(2000, 10), numbers[:10].copy(),
               3, numba="it needs SciPy", close=1e-12)
    yield case(too_short, numbers[:5].copy(), numbers[:4], numba="it raises other words")
    yield two_arguments, np.zeros(5000), numbers[:5000]
