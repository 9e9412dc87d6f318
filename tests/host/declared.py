# SPDX-License-Identifier: Apache-2.0
"""Functions with signatures that have strings, among numbers and arrays."""
import numpy as np
from cases import case
from numba import njit, types


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
    refuses = "Python has no types"
    yield case(doubled, 3, python=refuses)
    yield case(doubled, None, python=refuses)
    yield case(repeated, 2, "ab", python=refuses)
    yield case(repeated, "ab", 2j, python=refuses)
    yield case(mixed, ("a", 1), a, python=refuses)
    yield case(mixed, ("a", "b"), a.astype(np.int64), python=refuses)
    yield case(either, 1j, python=refuses)
