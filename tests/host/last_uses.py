# SPDX-License-Identifier: Apache-2.0
"""Arrays whose variable is not used any more while views, other names, lists and iterators of
them are: their memory stays as long as one of these."""
import numpy as np
from numba import njit


@njit
def chain(x):
    a = x + 1
    b = a * 2
    c = b - a
    d = c * c
    return d.sum(), d


@njit
def view(x):
    a = x + 1
    b = a[1:]
    c = b[::-1]
    s = np.ones(x.size - 1)
    t = s * 3
    return b, c + t


@njit
def augmented(x):
    a = x + 1
    s = a.sum()
    t = np.zeros(x.size)
    a += t + 1
    u = np.ones(x.size)
    a[0] = s + u[0]
    return s


@njit
def augmented_only(x):
    a = x + 1
    n = 0
    for i in range(3):
        n += 1
    a += 1
    b = np.zeros(x.size)
    a *= 2
    return b + n


@njit
def turns(x, n):
    a = x + 1
    before = a
    s = 0.0
    for i in range(n):
        b = a * i
        if i:
            s += before.sum()
        before = b
    t = np.full(x.size, 7.0)
    return s, t


@njit
def other_name(x):
    a = x + 1
    b = a
    c = b
    n = a.size
    z = np.zeros(x.size) + n
    b = z
    return c, b


@njit
def assigned_again(x):
    a = x + 1
    b = a.sum()
    c = np.zeros(x.size)
    a = c + b
    d = a * 2
    a = np.ones(2)
    return d


@njit
def held(x):
    a = x + 1
    b = a * 2
    both = (a, b)
    many = [a, b]
    c = np.zeros(x.size)
    many.append(c)
    d = np.ones(x.size)
    return both[0] + many[1] + many[2] + d, many


@njit
def iterators(x):
    a = x + 1
    b = x * 2
    pairs = zip(a, b)
    numbered = enumerate(a)
    flat = a.flat
    c = np.zeros(x.size)
    s = 0.0
    for p, q in pairs:
        s += p * q
    for i, v in numbered:
        s += i * v
    for v in flat:
        s += v
    return s, c


@njit
def inner(x):
    a = x + 1

    def total(k):
        return a.sum() + k

    b = a * 2
    c = np.zeros(x.size) + b.sum()
    return total(1), total(2), c


@njit
def sometimes(x, c):
    a = x + 1
    if c:
        b = a[1:]
    else:
        b = x[:2] * 3
    d = np.full(x.size, 9.0)
    try:
        e = b * 2
        if x.size > 4:
            raise ValueError("many")
    except Exception:
        e = b * 3
    f = np.full(x.size, 8.0)
    return e, d, f


@njit
def passed_on(x):
    a = same(x + 1)
    b = same(a)
    c = np.zeros(x.size)
    d = same(b[1:])
    return d, c


@njit
def same(x):
    y = x
    n = y.size
    z = n + 1
    return x


def cases():
    x = np.arange(5.0)
    for function in (chain, view, augmented, augmented_only, other_name, assigned_again, held, iterators, inner,
                     passed_on):
        yield function, x.copy()
        yield function, x[:3].copy()
    yield turns, x.copy(), 0
    yield turns, x.copy(), 4
    for c in True, False:
        yield sometimes, x.copy(), c
        yield sometimes, x[:3].copy(), c
