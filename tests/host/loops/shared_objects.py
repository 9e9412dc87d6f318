# SPDX-License-Identifier: Apache-2.0
"""Loops over prange that change lists, dicts and sets which their iterations share: they run in order, as in
Python. Those that change what belongs to an iteration run on all threads; the lengths are those of many chunks.
And dicts and strings in functions with parallel=True."""
import numpy as np
from cases import case
from numba import njit, prange

RACE = "iterations change one object at once"
N = 20_000


@njit
def added(l, i):
    l.append(i)
    return len(l)


@njit(parallel=True)
def appended(n):
    l = [0]
    for i in prange(n):
        l.append(i)
    return l


@njit(parallel=True)
def appended_by_another(n):
    l = [0]
    for i in prange(n):
        added(l, i)
    return l


@njit(parallel=True)
def appended_where(a):
    l = [0.5]
    for i in prange(len(a)):
        if a[i] > 0.5:
            l.append(a[i])
    return l


@njit(parallel=True)
def taken(n):
    l = list(range(n))
    for i in prange(n - 1):
        l.pop()
    return l


@njit(parallel=True)
def counted(keys):
    d = {0: 0}
    for i in prange(len(keys)):
        d[int(keys[i])] = i
    return d


@njit(parallel=True)
def kept(keys):
    s = {0}
    for i in prange(len(keys)):
        s.add(keys[i])
    return len(s)


@njit(parallel=True)
def doubled(n):
    l = [0] * n
    for i in prange(n):
        l[i] = i * 2
    return l


@njit(parallel=True)
def appended_to_own(n):
    l = [[i] for i in range(n)]
    for i in prange(n):
        l[i].append(-i)
    return l


@njit(parallel=True)
def of_own(n):
    out = np.zeros(n)
    for i in prange(n):
        l = [0.0]
        for j in range(i % 7):
            added(l, j * 0.5)
        out[i] = sum(l)
    return out


@njit(parallel=True)
def by_name(x, s):
    d = {"one": x}
    d[s] = x + 1.0
    return d[s] + d["one"], len(d)


@njit(parallel=True)
def array_by_name(a):
    d = {"a": a, "b": a + 1.0}
    b = d["a"]
    for i in prange(len(a)):
        b[i] = i
    return d["a"].sum() + d["b"].sum()


@njit(parallel=True)
def names_in_order(n):
    return ["b", "a", "c"][n] < "b", sorted(["b", "a", "c"])[n]


def cases():
    some = np.random.default_rng(3)
    yield case(appended, N, numba=RACE)
    yield case(appended_by_another, N, numba=RACE)
    yield case(appended_where, some.random(N), numba=RACE)
    yield case(taken, N, numba=RACE)
    yield case(counted, some.integers(0, 900, N), numba=RACE)
    yield case(kept, some.integers(0, 900, N), numba=RACE)
    yield doubled, N
    yield appended_to_own, 300
    yield of_own, N
    yield by_name, 2.0, "two"
    yield by_name, 2.0, "one"
    yield array_by_name, np.ones(50)
    yield names_in_order, 1
