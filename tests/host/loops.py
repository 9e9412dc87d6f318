# SPDX-License-Identifier: Apache-2.0
"""Loops whose iterations do not depend on each other, which become vectors, and
such that look as if. Lengths are no multiples of a vector's; what raises does so
in the middle, with all that was stored before and nothing that comes behind."""
import math

import numpy as np
from cases import case
from numba import njit


@njit
def sums_of_windows(x, w):
    out = np.empty(len(x) - len(w) + 1)
    for i in range(len(out)):
        s = 0.0
        for j in range(len(w)):
            s += x[i + j] * w[j]
        out[i] = s
    return out


@njit
def escape(h, w, limit):
    out = np.empty((h, w), dtype=np.int32)
    for i in range(h):
        for j in range(w):
            c = complex(-2.0 + 3.0 * j / w, -1.5 + 3.0 * i / h)
            z = 0.0j
            n = 0
            while n < limit and z.real * z.real + z.imag * z.imag <= 4.0:
                z = z * z + c
                n += 1
            out[i, j] = n
    return out


@njit
def pull(x, v, m):
    for i in range(len(m)):
        a = 0.0
        for j in range(len(m)):
            d = x[j] - x[i]
            a += m[j] / (d * d)
        v[i] += a
    return v


@njit
def quotients(a, b, out):
    for i in range(len(a)):
        out[i] = math.sqrt(a[i] + 1.0) / b[i]
    return out


@njit
def quotients_in_place(a, b):
    for i in range(len(a)):
        a[i] = a[i] / b[i]
        a[i] += 1.0


@njit
def twice_stored(b, out):
    for i in range(len(b)):
        out[i] = 1.0
        out[i] = 1.0 / b[i]


@njit
def by_one(a, y):
    for i in range(len(a)):
        a[i] = a[i] / y


@njit
def shifted(a, by):
    for i in range(len(a) - by):
        s = 0.0
        for j in range(3):
            s += a[i] * j
        a[i + by] = s
    return a


@njit
def last_wins(a, at):
    out = np.zeros(8)
    for i in range(len(a)):
        s = 0.0
        for j in range(3):
            s += a[i]
        out[at[i]] = s
    return out


@njit
def running(a):
    best = 0.0
    out = np.empty_like(a)
    for i in range(len(a)):
        s = 0.0
        for j in range(2):
            s += a[i]
        if s > best:
            best = s
        out[i] = best
    return out, best


@njit
def kept(a):
    t = -1.0
    out = np.empty_like(a)
    for i in range(len(a)):
        t = 0.0
        for j in range(2):
            t += a[i]
        out[i] = t
    return out, t


@njit
def reused(a):
    out = np.empty_like(a)
    for i in range(len(a)):
        s = 0.0
        for j in range(3):
            s += a[i] * j
        out[i] = s
    total = 0.0
    for i in range(len(a)):
        s = out[i]
        total += s
    return out, total


@njit
def columns(a):
    out = np.empty(a.shape[1])
    for j in range(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            if a[i, j] > 0.5:
                s += a[i, j]
            else:
                s -= 1.0
        out[j] = s
    return out


@njit
def both_sides(n):
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            s = 0.0
            for k in range(3):
                s += i * 10.0 + j + k
            out[i, j] = s
            out[j, i] = -s
    return out


@njit
def rows_and_columns(a, b):
    return a * b + 1.0


@njit
def moved(a, by):
    a[by:] = a[:len(a) - by] * 2.0 + 1.0
    return a


@njit
def moved_back(a, by):
    a[:len(a) - by] = a[by:] * 2.0 + 1.0
    return a


@njit
def squares(a):
    return (a - a.mean()) ** 2


@njit
def numbers(a, limit):
    out = np.empty(len(a), dtype=np.int64)
    for i in range(len(a)):
        n = 0
        x = a[i]
        while x < limit:
            if n > 5:
                x += 3.0
                n += 2
                continue
            x *= 2.0
            n += 1
            if n == 9:
                break
        out[i] = n
    return out


@njit
def first_within(a, n, low):
    for i in range(n):
        j = np.uint64(i + low)
        if j < np.uint64(3):
            return i
        a[i] = 1.0
    return -1


@njit
def until(a, by):
    for i in range(-5, 8):
        if i + by >= len(a):
            return i
        a[i + by] += 1.0
    return 99


@njit
def item_by_item(a, n):
    total = 0.0
    for i in range(n):
        a[i] += 1.0
        total += a[i]
    return total


@njit
def sums_twice(a, b):
    out = np.zeros(len(a))
    for i in range(len(a)):
        s = 0.0
        for k in range(len(b)):
            t = 0.0
            for m in range(3):
                t += b[k] * m
            if t > a[i]:
                s += t
        out[i] = s
    return out


def mixed(a):
    """Numbers around 0, the same by every NumPy."""
    return a * 7.0 % 11.0 / 4.0 - 1.25


def cases():
    counting = np.arange(1.0, 38.0)
    yield sums_of_windows, mixed(counting), mixed(np.arange(7.0))
    yield sums_of_windows, np.arange(3.0), np.arange(3.0)
    yield escape, 9, 21, 40
    yield escape, 0, 5, 3
    yield pull, mixed(counting), np.zeros(37), counting
    yield pull, counting, np.zeros(37), np.ones(3)
    yield quotients, counting, counting[::-1].copy(), np.zeros(37)
    for at in (0, 7, 8, 20, 36):
        divisors = np.ones(37)
        divisors[at] = 0.0
        yield quotients, counting, divisors, np.zeros(37)
        yield quotients_in_place, counting.copy(), divisors
        yield twice_stored, divisors, np.zeros(37)
    yield quotients_in_place, counting.copy(), counting
    yield by_one, counting.copy(), 2.0
    yield by_one, counting.copy(), 0.0
    yield by_one, np.zeros(0), 0.0
    for by in (0, 1, 2, 8, 30):
        yield shifted, counting.copy(), by
        yield moved, counting.copy(), by
        yield moved_back, counting.copy(), by
    yield last_wins, counting, np.arange(37) % 8
    yield running, mixed(counting)
    yield kept, counting
    yield reused, counting
    yield columns, mixed(np.arange(7 * 19.0)).reshape(7, 19)
    yield columns, mixed(np.arange(7 * 19.0)).reshape(19, 7).T
    yield both_sides, 11
    yield rows_and_columns, counting[:5].reshape(5, 1), counting[:9].reshape(1, 9)
    yield rows_and_columns, counting[:1], counting
    yield rows_and_columns, counting, counting
    yield case(rows_and_columns, counting[:2], counting, numba="other words", says="37 places along axis 0")
    yield rows_and_columns, np.ones((3, 1)), np.ones((3, 1))
    yield case(squares, mixed(counting), close=1e-14)
    yield numbers, counting - 20.0, 50.0
    for low in (-6, -1, 0, 2, 3):
        yield case(first_within, np.zeros(9), 9, low, python="NumPy refuses negative uint64")
    for by in (5, 6, 1, 0, 20):
        yield until, np.zeros(9), by
    yield item_by_item, np.zeros(9), 9
    yield sums_twice, counting, counting[:5]
    yield case(item_by_item, np.zeros(9), 10, numba="does not check")
