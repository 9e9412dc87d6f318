# SPDX-License-Identifier: Apache-2.0
"""Arrays whose variable is not used any more while views, other names, lists and iterators of
them are: their memory stays as long as one of these. And small arrays of known shapes, which may
lie in the function's frame: where they leave it, or the next turn of a loop, they are arrays of
their own."""
import numpy as np
from cases import case
from numba import njit, prange


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


@njit
def in_loop(n):
    s = 0.0
    for i in range(n):
        a = np.zeros(3)
        a[0] = i
        a[1] = i * 2
        a[2] += a[0] + a[1]
        s += a[2] - a.sum()
    return s


@njit
def cross(a, b):
    out = np.empty(3)
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]
    return out


@njit
def crosses(n):
    s = 0.0
    x = np.array([1.0, 2.0, 3.0])
    for i in range(n):
        y = np.full(3, 0.5)
        y[i % 3] = i
        z = cross(x, y)
        s += z[0] - z[1] * z[2]
    return s


@njit
def matrix(n):
    s = 0
    for i in range(n):
        m = np.zeros((3, 3), np.int64)
        for j in range(3):
            m[j, j] = i + j
            m[j, 2 - j] += 1
        s += m[1, 1] * m[2, 2] - m[0, 2] + m.sum()
    return s


@njit
def before(n):
    previous = np.zeros(2)
    s = 0.0
    for i in range(n):
        now = np.empty(2)
        now[0] = i
        now[1] = previous[0]
        s += now[0] * 10 + now[1]
        previous = now
    return s, previous


@njit
def two_before(n):
    a = np.zeros(2)
    b = np.zeros(2)
    for i in range(n):
        c = np.zeros(2)
        c[0] = a[0] + b[0] + i
        a = b
        b = c
    return a[0], b[0]


@njit
def perhaps(n):
    s = 0.0
    kept = np.ones(2)
    for i in range(n):
        a = np.zeros(2)
        a[0] = i
        if i % 3 == 0:
            kept = a
        s += kept[0] + a[1]
    return s


@njit
def either(n):
    s = 0.0
    for i in range(n):
        if i % 2:
            a = np.full(2, 3.0)
        else:
            a = np.zeros(2)
        a[1] += i
        s += a[0] + a[1]
    return s


@njit
def returned(n):
    for i in range(n):
        a = np.zeros(2)
        a[0] = i
        if i == 2:
            return a
    return np.ones(2)


@njit
def listed(n):
    out = []
    for i in range(n):
        a = np.zeros(2)
        a[1] = i
        out.append(a)
    return out


@njit
def viewed(n):
    s = 0.0
    last = np.ones(1)
    for i in range(n):
        a = np.arange(4.0)
        a[2] = i
        v = a[1:3]
        w = v[::-1]
        s += w[0] + last[0]
        last = a[2:]
    return s, last


@njit
def swapped(n):
    a = np.zeros(2)
    b = np.ones(2)
    for i in range(n):
        a, b = b, a
        a[0] += i
    return a[0], b[0]


@njit
def down(n):
    a = np.zeros(4)
    a[n % 4] = n
    if n:
        a[3] += down(n - 1)
    return a.sum()


@njit
def caught(n):
    s = 0.0
    for i in range(n):
        a = np.zeros(2)
        try:
            a[0] = i
            if i == 1:
                raise ValueError("one")
            a[1] = 1
        except Exception:
            a[1] = 100
        s += a[0] + a[1]
    return s


@njit
def outside(n):
    a = np.zeros(3)
    return a[n]


@njit
def flags(n):
    a = np.zeros(5, np.bool_)
    b = np.zeros(3, np.complex128)
    c = np.zeros(2, np.uint8)
    for i in range(n):
        a[i % 5] = not a[i % 5]
        b[i % 3] += 1j * i
        c[i % 2] -= 1
    return a[0], b[1], b.sum(), c[0], c[1], a.sum()


@njit
def filled(n):
    s = 0.0
    for i in range(n):
        a = np.zeros(40)
        a[i % 40] = 1
        s += a.sum()
    return s


@njit
def nested(n):
    s = 0.0
    for i in range(n):
        a = np.zeros(2)
        for j in range(3):
            b = np.zeros(2)
            b[0] = a[1] + j
            a[1] = b[0]
            if j == 2:
                break
            if i == 1:
                continue
            a[0] += b[0]
        s += a[0] * 100 + a[1]
    return s


@njit(parallel=True)
def parallel(n):
    out = np.zeros(n)
    for i in prange(n):
        a = np.zeros(3)
        a[0] = i
        a[1] = a[0] * 2
        out[i] = a.sum()
    return out


@njit
def copied(x):
    s = 0.0
    for i in range(len(x)):
        a = np.array([x[i], x[i] * 2, 1.0])
        b = a.copy()
        b[0] = 0
        s += (a - b).sum() + np.dot(a, b)
    return s


@njit
def turned(n):
    """Tuples of what they hold themselves."""
    p = (np.ones(n), np.zeros(n), np.full(n, 2.0))
    p = p[1:] + p[:1]
    q = np.full(n, 9.0)
    s = (str(n), "b" + str(n))
    for _ in range(3):
        s = (s[1], s[0] + s[1])
    lists = ([1, 2, 3], [n])
    lists = (lists[1], lists[0])
    nested = ((np.ones(n), np.zeros(n)), np.full(n, 3.0))
    nested = ((nested[1], nested[0][0]), nested[0][1])
    p = p[::-1]
    return (p[0].sum(), p[1].sum(), p[2].sum(), q.sum(), s, lists[0][0], len(lists[1]), nested[0][0].sum(),
            nested[0][1].sum(), nested[1].sum())


def cases():
    yield turned, 300
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
    yield from [
        (in_loop, 0), (in_loop, 5), (crosses, 7), (matrix, 6), (before, 0), (before, 4), (two_before, 6), (perhaps, 8),
        (either, 5), (returned, 1), (returned, 5), (listed, 3), (viewed, 4), (swapped, 5), (down, 6), (caught, 4),
        (outside, 1), (outside, -1), case(outside, 3, numba="it reads beyond the end"),
        (flags, 11), (filled, 3), (nested, 4), (parallel, 50), case(copied, np.arange(5.0), numba="it needs scipy"),
    ]
