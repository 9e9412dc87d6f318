# SPDX-License-Identifier: Apache-2.0
"""Parallel loops that could become one, and such that must not. Sums are of small whole numbers, so that no order
of additions changes them."""
import numpy as np
from cases import case
from numba import njit, prange


def whole(*shape):
    """Small whole numbers as floats."""
    return (np.arange(int(np.prod(shape))) % 7 - 3.0).reshape(shape)


@njit(parallel=True)
def sums(x, y):
    return x.sum(), np.sum(y), ((x - y) ** 2).sum()


@njit(parallel=True)
def least_most(x):
    return np.min(x), x.max(), x.sum()


@njit(parallel=True)
def least_of_two(x, y):
    return np.min(x), np.max(y)


@njit(parallel=True)
def moments(x, y):
    dx = x - x.sum()
    dy = y - y.sum()
    return (dx * dy).sum(), (dx * dx).sum(), (dy * dy).sum()


@njit(parallel=True)
def softened(x):
    e = x + 1.0
    return e / e.sum()


@njit(parallel=True)
def reversed_reading(x):
    d = x + 1.0
    return (d[::-1] * d).sum()


@njit(parallel=True)
def neighbours(x):
    d = x * 2.0
    return (d[1:] + d[:-1]).sum(), d.sum()


@njit(parallel=True)
def transposed_reading(x):
    d = x + 1.0
    return (d.T * d).sum(), d.sum()


@njit(parallel=True)
def stretched(x, y):
    d = x + 1.0
    return (d * y).sum(), d.sum()


@njit(parallel=True)
def stretched_rows(x, y):
    d = x + 1.0
    return (d * y).sum(), (d - y).sum(), (y + y).sum()


@njit(parallel=True)
def cubes(x):
    d = x * 2.0
    e = d + x
    return (d * e).sum(), e.max()


@njit(parallel=True)
def changed_between(x):
    d = x * 1.0
    s = d.sum()
    d[0] = 100.0
    return s, d.sum()


@njit(parallel=True)
def scaled_between(x):
    d = x * 1.0
    s = d.sum()
    d *= 3.0
    e = d + 1.0
    d -= e
    return s, d.sum(), e.sum()


@njit(parallel=True)
def argument_first(x, y):
    x += 1.0
    z = x + y
    return z.sum()


@njit(parallel=True)
def in_rounds(x, n):
    d = x * 1.0
    total = 0.0
    for _ in range(n):
        s = d.sum()
        t = (d * d).sum()
        e = d + s % 5.0
        total += t + e.sum()
        d = e % 7.0
    return total, d


@njit(parallel=True)
def within_try(x, y):
    s = -1.0
    t = -1.0
    try:
        s = x.sum()
        t = (x + y).sum()
    except Exception:
        s += 1000.0
    return s, t


@njit(parallel=True)
def explicit(x):
    a = np.empty(x.size)
    b = np.empty(x.size)
    s = 0.0
    for i in prange(x.size):
        t = x[i] * 2.0
        a[i] = t
    for i in prange(x.size):
        t = a[i] + 1.0
        b[i] = t
        s += t
    return a, b, s


@njit(parallel=True)
def explicit_ahead(x):
    a = np.zeros(x.size + 1)
    b = np.empty(x.size)
    for i in prange(x.size):
        a[i] = x[i]
    for i in prange(x.size):
        b[i] = a[i + 1]
    return b


@njit(parallel=True)
def explicit_total(x):
    s = 0.0
    for i in prange(x.size):
        s += x[i]
    t = 0.0
    for i in prange(x.size):
        t += x[i] - s
    return s, t


@njit
def kept(values, x):
    values.append(x)
    return x.sum()


@njit(parallel=True)
def through_lists(x):
    made = [x * 1.0]
    s = made[0].sum()
    d = made[0]
    d += 1.0
    return s, made[0].sum(), kept(made, d), len(made)


@njit(parallel=True)
def another_behind_if(n, c):
    t = np.zeros(n)
    t[5] = 3.0
    y = np.empty(n)
    y[:] = t + 1.0
    k = 4
    if c:
        t = np.zeros(n)
        w = np.zeros(n)
        k = 3 + int(w[0])
    y *= k
    return y[5], t[0]


@njit(parallel=True)
def filled(made, a, b):
    x = np.zeros(a.size)
    made.append(x)
    x += 1.0
    return (a + b).sum()


@njit
def seen_behind(a, b):
    made = [a]
    s = -1.0
    try:
        s = filled(made, a, b)
    except Exception:
        s = -2.0
    return s, made[1].sum()


@njit(parallel=True)
def whole_numbers(x):
    return x.sum(), x.prod(), (x & 3).sum(), np.count_nonzero(x)


@njit(parallel=True)
def pairs(z):
    w = z * 2.0
    return w.sum(), (w * z).sum()


@njit(parallel=True)
def spread(x):
    return x.mean() * x.size, x.var() * x.size, x.std() >= 0


def cases():
    out = []
    for n in (1, 5, 700, 5003):
        x = whole(n)
        y = whole(n)[::-1].copy()
        out.append(case(sums, x, y))
        out.append(case(least_most, x))
        out.append(case(least_of_two, x, y))
        out.append(case(moments, x, y))
        out.append(case(softened, x))
        out.append(case(reversed_reading, x))
        out.append(case(neighbours, x))
        out.append(case(stretched, x, y))
        out.append(case(stretched, x, whole(1)))
        out.append(case(stretched, whole(1), x))
        out.append(case(changed_between, x))
        out.append(case(scaled_between, x))
        out.append(case(argument_first, x.copy(), y))
        out.append(case(argument_first, x.copy(), whole(1)))
        out.append(case(in_rounds, x, 3))
        out.append(case(within_try, x, y, numba=False))
        out.append(case(explicit, x))
        out.append(case(explicit_ahead, x))
        out.append(case(explicit_total, x))
        out.append(case(whole_numbers, np.arange(n) % 5 + 1))
        out.append(case(pairs, x + 1j * y))
        out.append(case(spread, x, close=1e-14))
    out.append(case(sums, whole(9), whole(1)))
    out.append(case(sums, whole(1), whole(9)))
    out.append(case(sums, whole(9), whole(8), python=False))
    out.append(case(least_most, np.array([1.0, np.nan, -2.0, np.nan]), numba=False))
    out.append(case(least_most, np.zeros(0)))
    out.append(case(least_of_two, np.zeros(3), np.zeros(0)))
    out.append(case(least_of_two, np.zeros(0), np.zeros(0)))
    out.append(case(argument_first, whole(9), whole(8), python=False))
    out.append(case(within_try, whole(9), whole(8), numba=False))
    out.append(case(through_lists, whole(2000)))
    for n in (6, 1500, 40000):
        out += [case(another_behind_if, n, c) for c in (False, True)]
    out += [case(seen_behind, whole(3000), whole(n), numba="it loses what is stored") for n in (3000, 2000)]
    for shape in ((1, 1), (1, 9), (9, 1), (40, 50), (3000, 2)):
        z = whole(*shape)
        out.append(case(sums, z, z + 1.0))
        out.append(case(moments, z, z * 2.0))
        out.append(case(stretched_rows, z, z + 1.0))
        out.append(case(stretched_rows, z, whole(1, shape[1])))
        out.append(case(stretched_rows, z, whole(shape[0], 1)))
        out.append(case(stretched_rows, whole(1, 1), z))
        out.append(case(cubes, z))
    out.append(case(transposed_reading, whole(60, 60)))
    out.append(case(cubes, whole(20, 3, 50)))
    out.append(case(cubes, np.asfortranarray(whole(40, 50))))
    out.append(case(stretched_rows, whole(20, 3, 50), whole(3, 1)))
    return out
