# SPDX-License-Identifier: Apache-2.0
"""Calls: defaults, arguments by name, *args, and None for what is optional."""
import collections

import numpy as np
from cases import case
from numba import float32, njit

Point = collections.namedtuple("Point", "x y")


@njit
def three(a, b=2, c=3):
    return a + 10 * b + 100 * c


@njit
def calls_three(x):
    return three(x), three(x, 5), three(x, c=5), three(c=1, a=x), three(*(x, 7)), three(x, *(8, 9))


@njit
def optional_rest(a, b=None, *args):
    if b is None:
        return a
    return a + b + len(args)


@njit
def calls_optional_rest(x):
    return optional_rest(x), optional_rest(x, 1), optional_rest(x, 1, 2, 3), optional_rest(x, None)


@njit
def weighted(a, w=None):
    if w is None:
        w = np.ones(len(a))
    return (a * w).sum()


@njit
def weighted_not(a, w=None, out=None):
    total = 0.0
    if w is not None and out is not None:
        for i in range(len(a)):
            out[i] = a[i] * w[i]
            total += out[i]
    elif w is not None:
        for i in range(len(a)):
            total += a[i] * w[i]
    else:
        total = a.sum()
    return total


@njit
def either(a, b=None):
    return a if b is None else b


@njit
def default_kinds(n, flag=False, scale=1.5, shape=(2, 3), power=1 + 2j):
    if flag:
        return n * scale + shape[0] * shape[1], power
    return n * scale, power


@njit
def sums(*args):
    s = 0
    for x in args:
        s += x
    return s, len(args)


@njit
def first_and_rest(first, *others):
    return first, others, len(others)


@njit
def arrays(*many):
    s = 0.0
    for a in many:
        s += a.sum()
    return s


@njit
def passes_on(f, *args):
    return sums(*args)[0] + sums(1, *args)[0]


@njit
def of_point(p=None):
    if p is None:
        return 0.0
    return p.x * p.y


@njit
def returns_optional(x):
    if x > 0:
        return x
    return None


@njit
def uses_optional(x):
    y = returns_optional(x)
    if y is None:
        return -1
    return y + 1


@njit
def truth_of_optional(a, flag=None):
    if flag:
        return a
    return -a


@njit
def none_in_tuple(t):
    if t[1] is None:
        return t[0]
    return t[0] + t[1]


@njit
def equal_none(x, y=None):
    return x == y, y == None, y != None  # noqa: E711


@njit
def changes_default(n, start=0):
    for i in range(n):
        start += i
    return start


@njit("Tuple((float64, float64[::1], UniTuple(float64[:], 2)))(float64[::1], int32)")
def declared(a, n):
    return n, a * n, (a, a + n)


@njit
def keeps_declared(a):
    """Arrays in a tuple whose type the signature says keep their memory, while others are made."""
    n, scaled, both = declared(a, 3)
    others = [np.full(len(a), -1.0) for _ in range(8)]
    return n, scaled, both, len(others)


@njit
def filled(n, x, dtype=np.float32):
    return np.full(n, x, dtype)


@njit
def zeros(n, dtype):
    return np.zeros(n, dtype=dtype)


@njit
def appended(items, dtype=np.dtype("int16")):
    items.append(4)
    return np.array(items).astype(dtype)


@njit
def converted(x, dtype):
    return dtype(x)


@njit
def passes_dtype(dtype, *args):
    return filled(args[0], args[1], dtype)


@njit
def is_of(x, dtype):
    if x.dtype == dtype:
        return x.dtype != np.int8, x.dtype == "float32", x.dtype == np.float64
    return x.dtype != dtype, x.astype(dtype).dtype == dtype, x.dtype == float


@njit
def kind_of(x):
    return type(x) == int, type(x) != float, type(x) == bool


@njit
def of_pair(pair):
    n, dtype = pair
    return np.ones(n, dtype) / 2


@njit
def yields_of_dtype(n, dtype):
    for i in range(n):
        yield dtype(i) / 3


def cases():
    a = np.arange(4.0)
    yield declared, a, 3
    yield keeps_declared, a
    for args in ((1,), (1, 5), (1, 5, 7), (), (1, 2, 3, 4), (1.5, 2)):
        yield case(three, *args, says="other words" if len(args) in (0, 4) else None)
    for keywords in ({"a": 1}, {"a": 1, "c": 9}, {"c": 9}, {"a": 1, "d": 9}):
        yield case(three, keywords=keywords, says="other words" if keywords.keys() != {"a"} and len(keywords) < 2
                   or "d" in keywords else None)
    yield case(three, 1, keywords={"c": 4.5})
    yield case(three, 1, keywords={"a": 4}, says="other words")
    yield calls_three, 1
    yield calls_three, 2.5
    for args in ((1,), (1, 2), (1, None), (1, 2, 3, 4), (1, None, 2)):
        yield optional_rest, *args
    yield case(optional_rest, says="other words")
    yield case(optional_rest, keywords={"a": 3})
    yield case(optional_rest, 1, keywords={"b": 3})
    yield calls_optional_rest, 3
    for args in ((a,), (a, a), (a, None)):
        yield weighted, *args
        yield weighted_not, *args
    yield weighted_not, a, a, np.zeros(4)
    yield weighted_not, a, None, np.zeros(4)
    yield case(weighted_not, a, keywords={"out": np.zeros(4), "w": a[::-1]})
    for args in ((1,), (1, 2), (1, 2.5), (1, None), (a, a), (None, None), (a, None)):
        yield either, *args
    yield default_kinds, 3
    yield default_kinds, 3, True
    yield case(default_kinds, 3, keywords={"shape": (4, 5), "flag": True})
    yield case(default_kinds, 3, keywords={"power": 2})
    for args in ((), (1,), (1, 2, 3), (1, 2.5), (True, 2), (1j, 2)):
        yield sums, *args
    for args in ((1,), (1, 2), (1, 2.5, True), (a, 1)):
        yield first_and_rest, *args
    yield case(first_and_rest, says="other words")
    yield arrays, a
    yield arrays, a, a[1:], a[::2]
    yield passes_on, three, 1, 2
    yield of_point,
    yield of_point, Point(2.0, 3.5)
    yield of_point, None
    for x in (1, 0, 2.5, -1.0):
        yield returns_optional, x
        yield uses_optional, x
    for args in ((1,), (1, True), (1, False), (1, 0), (1, None)):
        yield truth_of_optional, *args
    yield none_in_tuple, (1, None)
    yield none_in_tuple, (1, 2)
    yield equal_none, 1
    yield equal_none, 1, 1
    yield equal_none, None, None
    yield changes_default, 5
    yield changes_default, 5, 10
    yield changes_default, 5, 0.5
    for dtype in ((), (np.int8,), (np.dtype("u2"),), (np.complex64,), (np.bool_,)):
        yield filled, 3, 2, *dtype
    yield case(filled, 3, 2, float32, python="NumPy knows no such type")
    yield case(filled, 2, 2.5, keywords={"dtype": np.int64})
    yield appended, [1, 2]
    yield appended, [1, 2], np.float64
    yield zeros, 2, np.dtype([("x", "f4"), ("n", "i8")])
    for dtype in (np.float64, np.dtype("f8"), np.float32, np.dtype("i1"), np.int64):
        yield is_of, a, dtype
        yield is_of, a.astype("f4"), dtype
    for x in (1, 2.5, True):
        yield case(kind_of, x)
    yield converted, 3.7, np.int64
    yield converted, 0.1, np.float32
    yield of_pair, (2, np.float32)
    yield of_pair, (2, np.dtype("c16"))
    yield passes_dtype, np.uint8, 2, 7
    yield yields_of_dtype, 3, np.float64
