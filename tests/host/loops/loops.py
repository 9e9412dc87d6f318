# SPDX-License-Identifier: Apache-2.0
"""Loops whose iterations do not depend on each other, which become vectors, and
such that look as if. Lengths are no multiples of a vector's; what raises does so
in the middle, with all that was stored before and nothing that comes behind.
Then indices of nests of loops, whose bounds are asked once in front of them: as far as the
loops go, a place too far, from the end, and by numbers so large that sums of them wrap."""
import math

import numpy as np
from cases import case
from numba import njit

BOUNDS = "it looks at no bounds"


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
def moved_by(a, first, last, by):
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
def caught_each(a, n):
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


def filled(*shape):
    return np.arange(np.prod(shape), dtype=np.float64).reshape(shape) + 1.0


def counts(n):
    return np.arange(n) * 7 % 11


def nests():
    """Cases of indices of nests."""
    huge = 2 ** 62
    for n in 0, 1, 2, 9:
        yield triangle, filled(n)
        yield lags, filled(n), n, np.zeros(n)
        yield around, filled(n, 5), np.zeros((n, 5))
        yield banded, filled(n), 2, np.zeros(n)
        yield banded, filled(n), huge, np.zeros(n)
        yield if_inside, filled(n), np.zeros(n)
    yield case(lags, filled(5), 6, np.zeros(5), numba=BOUNDS)
    yield case(banded, filled(7), 2, np.zeros(6), numba=BOUNDS)
    yield windows, filled(6, 7), 4, 5, np.zeros((4, 5))
    yield case(windows, filled(6, 7), 5, 5, np.zeros((5, 5)), numba=BOUNDS)
    yield case(windows, filled(6, 7), 4, 6, np.zeros((4, 6)), numba=BOUNDS)
    yield windows, filled(6, 7), 0, huge, np.zeros((4, 5))
    yield windows, filled(6, 7), -huge, 5, np.zeros((4, 5))
    for h, w in (3, 4), (1, 12), (12, 1), (0, huge), (-huge, 3), (-3, -4):
        yield flat, counts(12), h, w
    yield case(flat, counts(12), 4, 4, numba=BOUNDS)
    yield case(flat, counts(12), huge, 4, numba=BOUNDS)
    yield backwards, filled(6, 6) + 40 * np.eye(6), filled(6)
    for size in 1, 3, 64, huge:
        yield blocks, counts(17), size
    yield fours, counts(12)
    yield case(fours, counts(13), numba=BOUNDS)
    for by in 0, 1, -1, -3, -10:
        yield moved_by, counts(10), 2, 9, by
    for first, last, by in ((0, 10, 1), (0, 11, 0), (0, 3, -11), (0, 3, huge),
                            (-4, 7, 0), (huge - 2, huge + 2, -huge)):
        yield case(moved_by, counts(10), first, last, by, numba=BOUNDS)
    yield moved_by, counts(10), -(2 ** 63), -(2 ** 63), huge
    yield moved_by_steps, counts(10), 0, 9, 4, 1
    yield case(moved_by_steps, counts(10), -3, 9, 5, -8, numba=BOUNDS)
    yield through, filled(9), np.array([0, 2, 4, 1, 3]), np.zeros(4)
    yield through, filled(9), np.array([-2, 0, 3, 3, 1]), np.zeros(4)
    yield case(through, filled(9), np.array([0, 1, 9]), np.zeros(2),
               numba=BOUNDS)
    yield caught_each, counts(9), 5
    yield case(caught_each, counts(9), 7, numba=BOUNDS)
    yield no_rounds, counts(4), 3, 100


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
    yield from nests()
