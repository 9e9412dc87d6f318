# SPDX-License-Identifier: Apache-2.0
"""Arrays that are assigned again: the new one lies in the memory of the old one, unless somebody
else has that. Views, other names, lists, tuples, objects, functions, handlers and iterators that
do must not see a change, and what is read must be what was there before."""
import numpy as np
from cases import case
from numba import njit, prange, vectorize


@njit
def again(x, y, n):
    for _ in range(n):
        x = np.sqrt(x * x + y)
    return x


@njit
def again_own(y, n):
    x = y * 2
    for _ in range(n):
        x = x * x + y - x[0] + x.sum()
    return x


@njit
def shorter(x, n):
    x = x + 1
    total = 0.0
    for i in range(n):
        x = x[: x.size - i] * 2
        total += x.sum()
    return x, total


@njit
def reversed_in(x, n):
    x = x + 0.5
    for _ in range(n):
        x = x[::-1] - x
        x = x[::-1] + 1
    return x


@njit
def transposed(a, n):
    a = a + 1
    for _ in range(n):
        a = a.T + a * 2
    return a


@njit
def rows(a, n):
    a = a * 1.5
    for _ in range(n):
        a = a - a[0]
        a = a + a[:, :1]
        a = a / (np.abs(a).sum() + 1)
    return a


@njit
def one_row(a):
    a = a[:1] + 0.0
    b = np.ones((3, a.shape[1]))
    for _ in range(2):
        a = a + b
    return a


@njit
def viewed(x, n):
    x = x + 1
    view = x[1:]
    before = view.sum()
    for _ in range(n):
        x = x * 2
    return x, view, before


@njit
def named(x, n):
    x = x + 1
    y = x
    for i in range(n):
        z = x
        x = x * 2
        if i == 1:
            y = z
    return x, y, z


@njit
def listed(x, n):
    x = x + 1
    kept = [x]
    for i in range(n):
        x = x * 2
        if i % 2:
            kept.append(x)
    return x, kept


@njit
def popped(arrays):
    x = arrays.pop()
    x = x * 2 + 1
    x = x * 2 + 1
    return x, arrays


@njit
def in_tuple(x, n):
    x = x + 1
    pair = (x, 1)
    for i in range(n):
        x = x + pair[1]
        if i == 0:
            pair = (x, 3)
    return x, pair[0]


@njit
def ends(x):
    return x


@njit
def tail(x):
    return x[1:]


@njit
def by_call(x, n):
    x = x + 1
    y = ends(x)
    for _ in range(n):
        x = ends(x) + 1
        x[1:] = tail(x) * 2
        z = tail(x)
        x = x + 1
    return x, y, z


@njit
def keeps(x, y):
    x = x * 2
    x = x + y
    return x


@njit
def lent(x, n):
    x = x + 1
    y = keeps(x, x)
    for _ in range(n):
        y = keeps(y, x) + keeps(x, y)
        x = keeps(x, x[::-1])
    return x, y


@njit
def lent_expression(x):
    return keeps(x * 2, x) + keeps(x + 1, x * 3)


@njit
def closed_over(x, n):
    x = x + 1

    def first(i):
        return x[i]

    total = 0.0
    y = x * 2
    for i in range(n):
        y = y * first(i) + first(0)
        total += y.sum()
    return total


@njit
def iterated(x):
    x = x + 1
    total = 0.0
    for v in x:
        x = x * 2
        total += v
    for i, v in enumerate(x):
        x = x + i
        total += v
    return total, x


@njit
def iterated_rows(a):
    a = a + 1
    total = 0.0
    for row in a:
        a = a * 2
        total += row.sum()
        row = row * 3
        total += row[0]
    return total, a


@vectorize
def inverse(x):
    if x == 3:
        raise ValueError("three")
    return 1 / x


@njit
def caught(x, n):
    x = x + 1
    seen = 0.0
    for _ in range(n):
        try:
            x = inverse(x) + 1
            x = x - inverse(x - x[0] + 3)
        except Exception:
            seen += x.sum()
    return x, seen


@njit
def raised(x):
    x = x + 1
    for _ in range(4):
        x = inverse(x) + 2
    return x


@njit
def called_raised(x):
    y = x * 1.0
    try:
        y = raised(y)
    except Exception:
        y = y + 100
    return x, y


@njit
def walrus(x):
    x = x + 1
    x = x + (x := x * 2) + x
    y = (z := x * 2) + 1
    z = z + y
    return x, y, z


@njit
def swapped(x, y, n):
    x = x + 1
    y = y + 1
    for _ in range(n):
        x, y = y, x
        x = x * 2 + y
    return x, y


@njit
def chosen(x, y, n):
    x = x + 1
    y = y + 2
    for i in range(n):
        z = x if i % 2 else y
        x = x * 2 + z
        y = y - z
    return x, y, z


@njit
def types(x, n):
    x = x + 1
    for _ in range(n):
        y = x * 2.5
        x = x * 2
        x = x + y.astype(np.int64)
    return x, y


@njit
def integers(x, n):
    x = x + 1
    for i in range(n):
        x = x // (x - i) + x % (i + 1)
    return x


@njit
def complexes(x, n):
    x = x * 1j
    for _ in range(n):
        x = x * x + x.real - x.imag
    return x


@njit
def fortran(a, n):
    a = np.asfortranarray(a)
    for _ in range(n):
        a = a * 2 + 1
        a = a + np.asfortranarray(a)
    return a


@njit
def asked(x, n):
    x = x + 1
    for _ in range(n):
        x = np.where(x > 2, x - 2, x * 3)
        x = np.maximum(x, -x)
    return x


@njit
def products(a, x, n):
    for _ in range(n):
        x = np.dot(a, x) + 1
        y = np.dot(a, x) * 2 + np.dot(a, x)
        x = x + np.dot(a, y) * 0.001
    return x, y


@njit
def made_views(a, n):
    x = a + 1
    for _ in range(n):
        y = x.reshape(x.size) + 1
        z = np.ravel(x) * 2
        w = np.asarray(x) + x.T
        x = x + w + y.reshape(x.shape) + z.reshape(x.shape)
    return x, y, z, w


@njit
def small(n):
    x = np.ones(3)
    y = np.arange(3.0)
    for _ in range(n):
        x = x * 0.5 + y
        y = y + x
    return x, y


@njit
def empty(x, n):
    x = x[:0] + 1
    for _ in range(n):
        x = x * 2
    return x


@njit
def sometimes(x, n):
    for i in range(n):
        if i % 3 == 1:
            t = x * i
            if i > 3:
                x = t + 1
        if i > 1:
            t = t + 1
    return t, x


@njit
def deleted(x, n):
    for i in range(n):
        t = x * i
        x = t + 1
        del t
    return x


@njit
def doubled(x, depth):
    x = x * 2
    if depth:
        y = doubled(x, depth - 1)
        x = x + y
    return x


@njit(parallel=True)
def threads(x, y, n):
    for _ in range(n):
        x = np.sqrt(x * x + y)
        z = x - y
        x = x + z[::-1]
    return x, z


@njit(parallel=True)
def own_of_threads(x, n):
    out = np.zeros(n)
    y = x + 1
    for i in prange(n):
        z = y * i
        for _ in range(3):
            z = z * 0.5 + y
            z = z - 1
        out[i] = z.sum()
    return out


@njit
def shape_differs(x, y):
    x = x + 1
    x = x + y
    return x


def cases():
    x = np.linspace(0.5, 8, 300)
    y = np.linspace(1, 2, 300)
    a = np.linspace(-1, 3, 400).reshape(20, 20)
    for n in (0, 1, 2, 7):
        yield again, x, y, n
        yield again, x[::2], y[::2], n
        yield again, x, x, n
        yield case(again_own, x * 1e-3, n, close=1e-12)
        yield case(shorter, x, n, close=1e-13)
        yield reversed_in, x, n
        yield transposed, a, n
        yield case(rows, a, n, close=1e-12)
        yield case(viewed, x, n, close=1e-13)
        yield listed, x, n
        yield in_tuple, x, n
        yield case(closed_over, x * 0.1, n, close=1e-12)
        yield swapped, x, y, n
        yield integers, np.arange(10, 400), n
        yield types, np.arange(400), n
        yield complexes, x * 0.01, min(n, 3)
        yield fortran, a, n
        yield asked, x, n
        yield small, n
        yield empty, x, n
        yield case(deleted, x, n, numba="it has no del here")
        yield doubled, x, n
        yield threads, x, y, n
        yield case(own_of_threads, x, n, close=1e-13)
    for n in (1, 2, 7):
        yield named, x, n
        yield by_call, x, n
        yield lent, x, n
        yield chosen, x, y, n
        yield made_views, a, n
        yield case(products, a * 0.1, a[0] * 1.0, n, close=1e-12, numba="np.dot needs SciPy")
    yield lent_expression, x
    yield one_row, a
    yield popped, [x, y, x + y]
    yield popped, [x[:2], y[:2]]
    yield case(iterated, x[:140], close=1e-13)
    yield case(iterated_rows, a, close=1e-13)
    yield walrus, x
    yield sometimes, x, 9
    lost = "it loses what elements raise"
    yield raised, x
    yield case(raised, np.array([0.5] * 150 + [2.0]), numba=lost)
    yield case(caught, x, 3, close=1e-13, numba=lost)
    yield case(caught, np.linspace(0, 4, 201), 3, close=1e-13, numba=lost)
    yield case(called_raised, np.linspace(0, 4, 201), numba=lost)
    yield shape_differs, x, x[:1]
    yield shape_differs, x[:1], x
    yield case(shape_differs, x, x[:2], says="operands could not be broadcast")
