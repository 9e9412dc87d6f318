# SPDX-License-Identifier: Apache-2.0
"""`is` and `is not`: of arrays Numba compares place, shape and strides, where CPython compares
objects."""
import numpy as np
from cases import case
from numba import float64, njit
from numba.experimental import jitclass

TABLE = np.arange(3.0)


@njit
def same(a, b):
    return a is b, a is not b


@njit
def chain(a, b, c):
    return a is b and b is c


@njit
def views(a):
    b = a
    return a is b, a is a[:], a is a[1:], a is a.T, a is a.copy(), a is not a[::-1], a is a + 1


@njit
def reshaped(a):
    return a is a.reshape(a.shape), a is a.reshape(1, 4), a is a.view(np.int64)


@njit
def made(n):
    a = np.zeros(n)
    b = np.zeros(n)
    c = a if n > 2 else b
    return a is b, a is a, c is a, c is b


@njit
def optional(a, c):
    x = None
    if c:
        x = a
    return x is a, x is not a, a is x, x is x


@njit
def two_optional(a, b, c, d):
    x = None
    if c:
        x = a
    y = None
    if d:
        y = b
    return x is y, x is not y


@njit
def optional_number(a, c):
    x = None
    if c:
        x = a
    return x is 3.0, x is not 3.0


@njit
def lists(n):
    a = [1, 2]
    b = a
    c = b if n else [1, 2]
    return a is b, a is [1, 2], a is c, a is not c


@njit
def dicts():
    a = {1: 2}
    b = a
    return a is b, a is {1: 2}, a is not b


@njit
def sets():
    a = {1, 2}
    b = a
    return a is b, a is {1, 2}


@njit
def made_strings(n):
    a = str(n)
    b = a
    return a is b


@njit
def changes(a, b):
    if a is not b:
        a[:] = b
    else:
        a += 1


@njit
def counted(arrays, a):
    n = 0
    for x in arrays:
        n += x is a
    return n


@jitclass([("x", float64[:])])
class Holder:
    def __init__(self, x):
        self.x = x


@njit
def fields(a):
    h = Holder(a)
    other = Holder(a)
    return h is h, h is other, h.x is a, h.x is other.x


@njit
def constants():
    return TABLE is TABLE


def cases():
    a = np.zeros(4)
    objects = "CPython compares objects"
    yield same, a, a
    yield case(same, a, a[:], python=objects)
    yield same, a, a.copy()
    yield same, a, np.zeros((2, 2))
    yield same, a, a.reshape(2, 2)
    yield same, a, a.view(np.int64)
    yield same, a, a.view(np.complex128)
    yield same, a, a.astype("f4")
    yield case(same, a[::2], a[::2], python=objects)
    yield same, a, a[::2]
    yield same, a[:2], a[2:]
    yield same, a[:2], a[:3]
    for other in (1, None, "a", (1, 2)):
        yield same, a, other
        yield same, other, a
    z = np.zeros(())
    yield same, z, z
    yield same, z, np.zeros(())
    b = np.zeros((2, 3))
    yield same, b, b
    yield same, b, b.T
    yield same, b.T, b
    yield same, np.asfortranarray(b), np.asfortranarray(b)
    yield chain, a, a, a
    yield chain, a, a, a.copy()
    yield case(views, a, python=objects)
    yield case(reshaped, a, python=objects)
    yield made, 2
    yield made, 3
    numbers = "compares types, and says no of optional values"
    for c in (False, True):
        yield case(optional, a, c, numba=numbers)
        yield case(optional_number, 3.0, c, numba=numbers, python="floats have identities")
        for d in (False, True):
            yield case(two_optional, a, a, c, d, numba=numbers)
            yield case(two_optional, a, a.copy(), c, d, numba=numbers)
    yield lists, 0
    yield lists, 1
    yield case(dicts, numba="says that a dict is not itself")
    yield case(sets, numba="says that a set is not itself")
    yield case(made_strings, 12, numba="says that a string is not itself")
    yield changes, a.copy(), np.ones(4)
    d = np.ones(4)
    yield changes, d, d
    yield counted, (a, a.copy(), a), a
    yield case(fields, a, python=objects)
    yield case(constants, numba="copies a constant for each use")
