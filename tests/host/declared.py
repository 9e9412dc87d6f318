# SPDX-License-Identifier: Apache-2.0
"""Functions with signatures that have strings, lists, dicts, sets, tuples, functions and None or a value,
as text and as types."""
import numpy as np
from cases import case
from numba import njit, optional, typed, types


@njit("unicode_type(unicode_type)")
def doubled(s):
    return s + s


@njit(types.unicode_type(types.unicode_type, types.int64))
def repeated(s, n):
    return s * n


@njit("float64(unicode_type, float64)")
def scaled(s, x):
    return len(s) * x


@njit("float64(unicode_type, int64)")
def counted(s, n):
    return len(s) * n


@njit(["int64(int64)", "unicode_type(unicode_type)", "float64(float64)"])
def either(x):
    return x + x


@njit("unicode_type(int64)")
def text(n):
    return str(n)


@njit("int64(UniTuple(unicode_type, 2), float64[:])")
def mixed(t, a):
    return len(t[0]) + len(t[1]) + len(a)


@njit("types.float64(types.UniTuple(types.float64, 3), types.Tuple((types.int64, unicode_type)))")
def spelt(t, u):
    return t[0] + t[2] * u[0] + len(u[1])


@njit("float64(optional(float64), int64)")
def maybe(x, n):
    if x is None:
        return 0.5
    return x * n


@njit(optional(types.float64)(optional(types.float64)))
def given_back(x):
    return x


@njit("optional(float64)(int64)")
def positive(n):
    if n > 0:
        return n
    return None


@njit("optional(unicode_type)(optional(unicode_type))")
def maybe_text(s):
    if s is None:
        return None
    return s + "!"


@njit("float64(List(float64, True), Set(int64, True))")
def of_containers(x, s):
    total = 0.0
    for v in x:
        total += v
    return total + len(s)


@njit(types.int64(types.ListType(types.int64)))
def total(x):
    s = 0
    for v in x:
        s += v
    return s


@njit("float64(DictType(unicode_type, float64), unicode_type)")
def value_of(d, key):
    return d[key]


@njit("Tuple((float64, int64))(unicode_type, int64)")
def numbers(s, n):
    return n, len(s)


@njit("float64(FunctionType(float64(float64)), float64)")
def applied(f, x):
    return f(x)


@njit("float64(float64)")
def halved(x):
    return x / 2


@njit("none(unicode_type)")
def nothing(s):
    len(s)


@njit("unicode_type(ListType(unicode_type))")
def joined(x):
    s = ""
    for word in x:
        s += word
    return s


@njit
def of_optional(x):
    return maybe(x, 2), given_back(x)


@njit
def calls(s, n):
    return doubled(s), repeated(s, n), scaled(s, n), counted(s, n), either(s), either(n), either(2.5), text(n)


def cases():
    a = np.arange(3.0)
    yield doubled, "a\u20ac"
    yield repeated, "ab", 3
    yield repeated, "ab", np.int8(2)
    yield case(scaled, "ab", 3, python="it converts nothing")
    yield scaled, "ab", np.float32(1.5)
    yield case(counted, "ab", 3, python="it converts nothing")
    yield case(counted, "ab", 3.7, python="it converts nothing")
    yield either, 4
    yield either, "x"
    yield either, 1.5
    yield text, 7
    yield mixed, ("a", "bc"), a
    yield mixed, ("a", "bc"), a[::2]
    yield calls, "ab", 2
    converts = "it converts nothing"
    yield spelt, (1.0, 2.0, 3.0), (2, "ab")
    yield case(spelt, (1, 2, 3), (np.int8(2), "ab"), python=converts)
    yield maybe, None, 3
    yield maybe, 1.5, 3
    yield case(maybe, 2, 3.5, python=converts)
    yield given_back, None
    yield given_back, 2.5
    yield case(given_back, 2, python=converts)
    yield positive, -1
    yield case(positive, 3, python=converts)
    yield maybe_text, None
    yield maybe_text, "a"
    yield of_containers, [1.0, 2.5], {1, 2}
    yield total, typed.List([1, 2])
    words = typed.Dict.empty(types.unicode_type, types.float64)
    words["x"] = 2.5
    yield value_of, words, "x"
    yield case(numbers, "abc", 2, python=converts)
    yield applied, halved, 3.0
    yield nothing, "a"
    yield joined, typed.List(["a", "bc"])
    yield of_optional, 1.5
    yield of_optional, None
    refuses = "Python has no types"
    yield case(maybe, "a", 3, python=refuses)
    yield case(maybe_text, 3, python=refuses)
    yield case(of_containers, [1, 2], {1, 2}, python=refuses, says="a list is no reflected one")
    yield case(total, typed.List([1.5]), python=refuses, says="a typed list is a list")
    yield case(spelt, (1.0, 2.0), (2, "ab"), python=refuses)
    yield case(spelt, (1.0, 2.0, 3.0), (2, 3), python=refuses)
    yield case(doubled, 3, python=refuses)
    yield case(doubled, None, python=refuses)
    yield case(repeated, 2, "ab", python=refuses)
    yield case(repeated, "ab", 2j, python=refuses)
    yield case(mixed, ("a", 1), a, python=refuses)
    yield case(mixed, ("a", "b"), a.astype(np.int64), python=refuses)
    yield case(either, 1j, python=refuses)
