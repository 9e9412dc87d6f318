# SPDX-License-Identifier: Apache-2.0
"""Arrays between parallel loops: those that nothing else reads, and such that something reads after all. Sums are of
small whole numbers, so that no order of additions changes them."""
import numpy as np
from cases import case
from numba import njit, prange


def whole(n):
    """Small whole numbers as floats."""
    return np.arange(n) % 7 - 3.0


@njit(parallel=True)
def only_sums(x, y):
    d = x - 1.0
    e = d * y + d
    return (d * e).sum(), e.sum(), (d * d).sum()


@njit(parallel=True)
def returned(x, y):
    d = x - 1.0
    e = d * y
    return e, (d * e).sum()


@njit(parallel=True)
def one_place(x, at):
    d = x + 1.0
    s = (d * x).sum()
    return s, d[at]


@njit(parallel=True)
def by_another_name(x):
    d = x + 1.0
    e = d
    s = (d * x).sum()
    t = 0.0
    for i in range(e.size):
        t += e[i] * (i % 3)
    return s, t


@njit(parallel=True)
def in_a_view(x):
    d = x + 1.0
    tail = d[1:]
    s = (d * x).sum()
    return s, tail.copy()


@njit(parallel=True)
def in_a_tuple(x):
    d = x + 1.0
    pair = d, x
    s = (d * x).sum()
    return s, pair[0][0]


@njit(parallel=True)
def in_a_list(x, made):
    d = x + 1.0
    made.append(d)
    return (d * x).sum(), made[-1].sum()


@njit
def looks(a):
    return a[a.size - 1]


@njit(parallel=True)
def in_a_call(x):
    d = x + 1.0
    return (d * x).sum() + looks(d)


@njit(parallel=True)
def of_the_round_before(x, n):
    before = x * 0.0
    total = 0.0
    for k in range(n):
        d = x + k
        total += (d * x).sum() + before.sum()
        before = d
    return total


@njit(parallel=True)
def chosen(x, first):
    d = x + 1.0
    e = x - 1.0
    s = (d * x).sum() + (e * x).sum()
    c = d if first else e
    return s, c[0]


@njit(parallel=True)
def made_again(x):
    d = x + 1.0
    s = (d * x).sum()
    d = x - 1.0
    t = (d * x).sum()
    return s, t


@njit(parallel=True)
def stored_twice(x):
    d = x + 1.0
    s = (d * x).sum()
    d[:] = x - 1.0
    t = (d * x).sum()
    return s, t


@njit(parallel=True)
def narrow(x):
    d = (x * 1.1).astype(np.float32)
    e = d * np.float32(3.0)
    return e, (d - e).astype(np.int64)


@njit(parallel=True)
def truths(x):
    m = x > 0.0
    n = x < 2.0
    return np.sum(m & n), np.sum(m), np.where(m, x, 0.0)


@njit(parallel=True)
def four_lengths(a, b, c, d):
    p = a + b
    q = c + d
    r = p * q
    return r.sum(), (p + q).sum()


@njit(parallel=True)
def where_they_are(x):
    d = np.empty(x.size)
    e = np.zeros(x.size)
    for i in prange(x.size):
        if x[i] > 0:
            d[i] = x[i] * 2.0
        else:
            d[i] = -x[i]
    for i in prange(x.size):
        e[i] += d[i] + 1.0
    return e


@njit(parallel=True)
def sometimes(x):
    d = np.zeros(x.size)
    e = np.empty(x.size)
    for i in prange(x.size):
        d[i] = 5.0
        if x[i] > 0:
            d[i] = x[i]
    for i in prange(x.size):
        e[i] = d[i]
    return e


@njit(parallel=True)
def loads_first(x):
    d = np.zeros(x.size)
    s = 0.0
    for i in prange(x.size):
        s += d[i]
        d[i] = x[i]
    t = 0.0
    for i in prange(x.size):
        t += d[i]
    return s, t


@njit(parallel=True)
def chain(x, y):
    d = x + 1.0
    e = np.abs(d)
    f = e * y
    g = f - x
    return g, g.sum()


@njit(parallel=True)
def chain_of_sums(x, y):
    d = x + 1.0
    s = d.sum()
    d = np.abs(d)
    d = d * y
    t = d.sum()
    d = d - x
    return s, t, d.sum()


@njit(parallel=True)
def two_owners(x, y):
    d = x + 1.0
    e = d
    d = np.abs(d)
    d = d * y
    return d, e


@njit(parallel=True)
def owner_in_tuple(x, y):
    d = x + 1.0
    pair = d, y
    d = np.abs(d)
    d = d * y
    return d, pair[0]


@njit(parallel=True)
def owner_behind_if(x, y, keep):
    d = x + 1.0
    e = y
    if keep:
        e = d
    d = np.abs(d)
    d = d * y
    return d, e


@njit(parallel=True)
def owner_in_list(x, made):
    d = x + 1.0
    made.append(d)
    d = np.abs(d)
    d = d * 2.0
    return d, made[-1].sum()


@njit(parallel=True)
def of_rounds(x, n):
    d = x + 1.0
    e = x
    for _ in range(n):
        d = np.abs(d) - 2.0
        e = d + e
        d = e * 3.0 % 5.0
    return d, e


@njit(parallel=True)
def by_columns(z):
    d = z + 1.0
    e = np.abs(d.T)
    return e * 2.0, d.sum()


@njit(parallel=True)
def narrower(x):
    d = x + 1.0
    e = np.abs(d).astype(np.float32)
    return e + e


def cases():
    out = []
    for n in (0, 1, 6, 700, 5003):
        x = whole(n)
        y = whole(n)[::-1].copy()
        for f in (only_sums, returned):
            out += [case(f, x, y), case(f, x, whole(1)), case(f, whole(1), x)]
        for f in (by_another_name, in_a_view, made_again, stored_twice, narrow, truths, where_they_are, sometimes,
                  loads_first):
            out.append(case(f, x))
        for f in (chain, chain_of_sums, two_owners, owner_in_tuple):
            out += [case(f, x, y), case(f, x, whole(1)), case(f, whole(1), y)]
        out += [case(owner_behind_if, x, y, keep) for keep in (False, True)]
        out += [case(of_rounds, x, 3), case(narrower, x)]
        out.append(case(of_the_round_before, x, 3))
        out.append(case(four_lengths, x, y, x, y))
        out.append(case(four_lengths, x, y, x, whole(1)))
        out.append(case(four_lengths, x, whole(1), whole(1), y))
    for n in (1, 6, 5003):
        x = whole(n)
        out += [case(one_place, x, 0), case(one_place, x, -1), case(in_a_tuple, x), case(in_a_call, x)]
        out += [case(owner_in_list, x, [x]), case(in_a_list, x, [x]), case(chosen, x, True), case(chosen, x, False)]
    for shape in ((1, 1), (1, 9), (40, 50), (3000, 2)):
        z = whole(shape[0] * shape[1]).reshape(shape)
        for f in (chain, chain_of_sums, two_owners):
            out += [case(f, z, z * 2.0), case(f, z, whole(shape[1]))]
        out += [case(only_sums, z, z), case(by_columns, z)]
    out.append(case(only_sums, whole(9), whole(8), python=False))
    return out
