# SPDX-License-Identifier: Apache-2.0
"""Python's own functions of functions and of any values, for host functions: map and filter,
which are generators, repr of whole numbers, and hash as CPython has it."""
import math
import numpy as np


def python_builtins_map(function, iterable, more=None, another=None):
    if more is None:
        for v in iterable:
            yield function(v)
    elif another is None:
        for v, w in zip(iterable, more):
            yield function(v, w)
    else:
        for v, w, x in zip(iterable, more, another):
            yield function(v, w, x)


def python_builtins_filter(function, iterable):
    for v in iterable:
        if v if function is None else function(v):
            yield v


def python_functools_reduce(function, iterable, initial=None):
    if initial is not None:
        s = initial
        for v in iterable:
            s = function(s, v)
        return s
    if len(iterable) == 0:
        raise TypeError('reduce() of empty iterable with no initial value')
    s = iterable[0]
    for v in iterable[1:]:
        s = function(s, v)
    return s


def python_builtins_repr(object):
    if isinstance(object, (bool, np.bool_)):
        return 'True' if object else 'False'
    if isinstance(object, np.uint64):
        return str(object)
    return str(object | 0)


# ---- hash: modulo the prime 2**61 - 1 ----

def signed_hash(x, negative):
    h = np.int64(x % np.uint64(0x1fffffffffffffff))
    if negative:
        h = -h
    return np.int64(-2) if h == -1 else h


def hash_of_float(value):
    if value != value:
        return np.int64(0)
    if math.isinf(value):
        return np.int64(314159) if value > 0 else np.int64(-314159)
    m, e = math.frexp(abs(value))
    x = np.int64(0)
    while m != 0.0:
        x = ((x << 28) & 0x1fffffffffffffff) | (x >> 33)
        m *= 268435456.0
        e -= 28
        y = np.int64(m)
        m -= y
        x += y
        if x >= 0x1fffffffffffffff:
            x -= 0x1fffffffffffffff
    turn = np.int64(e) % 61
    x = ((x << turn) & 0x1fffffffffffffff) | (x >> (61 - turn))
    return signed_hash(np.uint64(x), value < 0)


# xxHash's rounds over the items (Collet), as tuples have them.
def hash_rounds(total, items):
    if len(items) == 0:
        return total
    total += np.uint64(python_builtins_hash(items[0])) * np.uint64(14029467366897019727)
    total = (total << np.uint64(31)) | (total >> np.uint64(33))
    return hash_rounds(total * np.uint64(11400714785074694791), items[1:])


def python_builtins_hash(object):
    if isinstance(object, tuple):
        total = hash_rounds(np.uint64(2870177450012600261), object)
        total += np.uint64(len(object)) ^ np.uint64(2870177450012600261 ^ 3527539)
        return np.int64(1546275796) if total == np.uint64(0xffffffffffffffff) else np.int64(total)
    if isinstance(object, (np.complex64, np.complex128)):
        both = np.uint64(hash_of_float(np.float64(object.real))) + np.uint64(1000003) * np.uint64(hash_of_float(np.float64(object.imag)))
        return np.int64(-2) if both == np.uint64(0xffffffffffffffff) else np.int64(both)
    if isinstance(object, (np.float16, np.float32, np.float64)):
        return hash_of_float(np.float64(object))
    if isinstance(object, np.uint64):
        return signed_hash(object, False)
    n = np.int64(object | 0)
    return signed_hash(np.uint64(-n) if n < 0 else np.uint64(n), n < 0)
