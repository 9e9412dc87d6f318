# SPDX-License-Identifier: Apache-2.0
"""Stores into an array of what is computed from other elements of it: NumPy's results, as if all were computed first."""
import numpy as np
from cases import case
from numba import njit

OWN = "it reads elements that it has stored"


@njit
def folded(a):
    a += a[::-1]
    return a


@njit
def reversed_in_place(a):
    a[:] = a[::-1]
    return a


@njit
def smoothed(a):
    a[1:-1] = (a[:-2] + a[2:]) * 0.5
    return a


@njit
def from_both_sides(a, n):
    for _ in range(n):
        a[2:-2] += a[4:] - a[:-4] + a[2:-2] * a[1:-3]
    return a


@njit
def symmetric(a):
    a += a.T
    return a


@njit
def turned(a):
    a[:] = a.T
    return a


@njit
def rows_of_one(a):
    a += a[1]
    return a


@njit
def columns_of_one(a):
    a -= a[:, :1]
    return a


@njit
def every_other(a):
    a[::2] = a[1::2] + a[:a.size // 2]
    return a


@njit
def picked(a, at):
    a[:] = a[at]
    return a


@njit
def taken(a, at):
    a += np.take(a, at) * 2
    return a


@njit
def into_out(a):
    np.add(a, a[::-1], a)
    return a


@njit
def halves(a):
    a[:, ::2] = a[::-1, 1::2]
    return a


@njit
def in_rounds(a, n):
    total = 0.0
    for _ in range(n):
        a += a[::-1] % 3
        total += a[0]
    return total, a


@njit(parallel=True)
def folded_by_threads(a):
    a += a[::-1]
    a[1:-1] = (a[:-2] + a[2:]) * 0.5
    return a.sum(), a


@njit(parallel=True)
def turned_by_threads(a):
    a += a.T
    a[:] = a[::-1]
    return a.sum(), a


@njit
def caught(a):
    try:
        a += a[::-1]
        a[5] = 1.0
    except Exception:
        a[0] = -7.0
    return a


@njit
def by_two_names(a):
    t = a[1:]
    t[:] = a[:-1]
    u = a[::-1]
    a += u
    return a, t


@njit
def by_an_alias(a, n):
    b = a
    for _ in range(n):
        b[1:] -= a[:-1] * 0.5
        a[:-2] = b[2:]
        c = a[: a.size // 2]
        c += b[a.size - c.size:]
    return a, b


@njit
def two_arguments(a, b):
    a[:] = b * 2 + 1
    return a, b


@njit
def added(a, b):
    a += b
    return a, b


@njit(parallel=True)
def two_arguments_by_threads(a, b):
    a[:] = b * 2 + 1
    b += a
    return a.sum(), b.sum()


@njit
def of_a_tuple(a):
    pair = a[1:], a[:-1]
    pair[0][:] = pair[1]
    return a


@njit
def of_a_list(a):
    made = [a[1:], a[:-1]]
    made[0][:] = made[1] + 1
    return a


@njit
def rows_by_names(z):
    first = z[0]
    z += first
    last = z[:, -1]
    z[:, 0] = last
    t = z.T
    z -= t
    return z


def cases():
    out = []
    for n in (0, 1, 2, 5, 8, 3001):
        a = np.arange(float(n)) * 3 % 11
        for f in (folded, reversed_in_place):
            for x in (a.copy(), a.astype(np.int32), a + 1j, np.arange(2.0 * n)[::2]):
                out.append(case(f, x, numba=OWN))
        if n > 3:
            out += [case(smoothed, a.copy(), numba=OWN), case(from_both_sides, a.copy(), 3, numba=OWN)]
            out += [case(folded_by_threads, a.copy(), numba=OWN), case(caught, a.copy(), numba=OWN)]
        if n % 2 == 0:
            out.append(case(every_other, a.copy(), numba=OWN))
        at = np.arange(n)[::-1] * 3 % max(n, 1)
        out += [case(picked, a.copy(), at), case(taken, a.copy(), at, numba=OWN)]
        out += [case(into_out, a.copy(), numba=OWN), case(in_rounds, np.append(a, 2.0), 4, numba=OWN)]
    for n in (2, 5, 8, 3001):
        a = np.arange(float(n)) * 3 % 11
        for f in (by_two_names, of_a_tuple, of_a_list):
            out.append(case(f, a.copy(), numba=OWN))
        out.append(case(by_an_alias, a.copy(), 2, numba=OWN))
        for f in (two_arguments, added, two_arguments_by_threads):
            for b in (a.copy(), a[::-1].copy(), a.copy()):
                out.append(case(f, a.copy(), b, numba=OWN))
            v = np.arange(2.0 * n) % 7
            out += [case(f, v[:n], v[n:], numba=OWN), case(f, v[1:], v[:-1], numba=OWN),
                    case(f, v[:-1].copy(), v[1:], numba=OWN)]
    for n in (1, 4, 60):
        out.append(case(rows_by_names, np.arange(float(n * n)).reshape(n, n) % 13, numba=OWN))
        z = np.arange(float(n * n)).reshape(n, n) % 13
        for f in (symmetric, turned, turned_by_threads) + ((rows_of_one, columns_of_one) if n > 1 else ()):
            for x in (z.copy(), np.asfortranarray(z), np.tile(z, (2, 2))[::2, 1::2]):
                out.append(case(f, x, numba=OWN))
        if n > 1:
            out.append(case(halves, z.copy(), numba=OWN))
    return out
