# SPDX-License-Identifier: Apache-2.0
"""Functions of functions, and of any values: map, filter, repr, hash; and NumPy's divmod and
broadcasting of several."""
import numba
import numpy as np
from cases import case
from numba import njit


@njit
def square(x):
    return x * x


@njit
def plus(x, y):
    return x + y


@njit
def plus3(x, y, z):
    return x + y * z


@njit
def is_odd(x):
    return x % 2 == 1


@njit
def mapped(a):
    s = 0
    for v in map(square, a):
        s += v
    return list(map(square, a)), [v + 1 for v in map(lambda x: x + 0.5, a)], s, max(map(square, a))


@njit
def mapped_more(a, b):
    return list(map(plus, a, b)), list(map(plus3, a, b, a))


@njit
def filtered(a):
    return list(filter(is_odd, a)), [v for v in filter(lambda x: x > 1, a)], list(filter(None, a))


@njit
def both(a):
    return list(map(square, filter(is_odd, a)))


@njit
def first(a):
    return next(map(square, a)), next(filter(is_odd, a))


@njit
def first_or(a, n):
    m = filter(lambda x: x > n, a)
    return next(m, -1), next(m, -1)


@njit
def lazy(a):
    """Only items that are taken are computed."""
    m = map(lambda i: a[i], range(100))
    return next(m) + next(m)


@njit
def each(function, n):
    for i in range(n):
        yield function(i)


@njit
def closures(a, k):
    """Functions that use arrays and lists, in the frames of generators."""
    b = a + 1
    x = [1, 2, 3]
    g = each(lambda i: a[i] * b[i] + k, 3)
    s = next(g)
    for v in each(lambda i: x[i] + b[i], 3):
        s += v
    return s + next(g), list(map(lambda i: b[i] - x[i], range(3)))


@njit
def rest(a):
    m = map(square, a)
    x = next(m)
    s = 0
    for i, v in enumerate(m):
        s += i * v
    return x, s, sum(map(square, a)), any(filter(is_odd, a)), sorted(map(lambda x: -x, a)), set(filter(is_odd, a))


@njit
def within(a, b):
    m = map(plus, filter(is_odd, a), map(square, b))
    x, y = m
    return x, y


@njit
def returned(a):
    return map(square, a)


@njit
def length(a):
    return len(map(square, a))


@njit
def bad_map(a):
    return list(map(plus, a))


@njit
def repr_of(x):
    return repr(x)


@njit
def hash_of(x):
    return hash(x)


@njit
def divmods(a, b):
    return np.divmod(a, b)


@njit
def quotient_only(a):
    q, r = np.divmod(a, 3)
    return q * 3 + r


@njit
def shapes():
    return np.broadcast_shapes((2, 1), (3,), (1, 3)), np.broadcast_shapes((4, 1)), np.broadcast_shapes((5, 1, 1), (1, 7), (3, 1, 1)[1:], 7)


@njit
def shapes_of(s, t):
    return np.broadcast_shapes(s, t)


@njit
def arrays(a, b):
    x, y = np.broadcast_arrays(a, b)
    return x.copy(), y.copy(), x.shape


@njit
def arrays3(a, b):
    return [v.sum() for v in np.broadcast_arrays(a, b, a)]


@njit
def literal(x):
    return numba.literally(x) + 1


def cases():
    a = np.arange(6)
    for items in (a, a * 0.5, [1, 2, 3, 4], (1, 2, 3)):
        yield mapped, items
        yield filtered, items
    yield mapped_more, a, a[::-1]
    yield mapped_more, [1, 2, 3], (4, 5)
    yield both, a
    yield first, a
    yield first, a[:1]
    yield case(first_or, a, 3, numba="next takes no default")
    yield case(first_or, a, 9, numba="next takes no default")
    yield lazy, np.arange(2)
    yield closures, a, 3
    yield closures, a * 0.5, 3
    yield case(rest, a, numba="sorted takes no generator")
    yield case(within, a[:4], a, numba="no unpacking of a generator")
    yield case(returned, a, python="TypingError", numba="crashes")
    yield case(length, a, python="TypingError")
    yield case(hash_of, "a", python="refused", numba="that of this process")
    yield case(hash_of, ("a", 1), python="refused", numba="that of this process")
    yield case(bad_map, a, python="TypingError")
    for x in (5, -7, 0, True, False, np.uint8(200)):
        yield case(repr_of, x, python=True if not isinstance(x, np.generic) else "Numba's are Python's")
    for f in (repr_of, hash_of):
        yield case(f, 2**63, numba="it takes no larger int")
    yield case(repr_of, 2.5, numba="it gives '<object type:float64>'", python="TypingError")
    for x in (5, -1, -2, 0, 2**61 - 1, 2**61, 2**62, -2**63, np.int32(-7), True, 1.5, 1.0, -0.0, 0.1, -2.5e-300, 1e300, 5e-324, np.inf, -np.inf,
              np.float32(0.1), 1 + 2j, -1j, np.complex64(0.5j), (1, 2), (1, (2.5, 3)), (True, -1, 2.0), (1.5,), ((1, 2), (3, 4))):
        yield hash_of, x
    yield case(hash_of, (), numba="it knows none of ()")
    for x, y in ((a, 3), (a - 2.5, 2), (7, a + 1), (a, a[::-1] + 1), (7, 3), (-7.5, 2.0), (a.reshape(2, 3), np.array([1, 2, 3])), (a, 0)):
        yield divmods, x, y
    yield quotient_only, a
    yield case(shapes)
    yield shapes_of, (2, 2), (3,)
    yield shapes_of, (2, 0), (1,)
    yield arrays, a, a.reshape(6, 1)
    yield arrays, a, np.zeros((2, 1, 6), int)
    yield arrays, a, np.arange(4)
    yield arrays3, a, a.reshape(6, 1)
    yield literal, 3
