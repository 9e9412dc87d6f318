# SPDX-License-Identifier: Apache-2.0
"""Slices as values: made in functions, arguments, constants, items of tuples, and what they
are the index of."""
import numpy as np
from cases import case
from numba import njit

S = slice(1, 4)
T = (slice(1, 4), 2)
DOWN = slice(None, None, -2)


@njit
def made(x):
    s = slice(1, 5)
    return x[s], x[slice(3)], x[slice(None, None, -1)], x[slice(None)]


@njit
def made_of(x, start, stop):
    s = slice(start, stop)
    return x[s], s.start, s.stop, s.step


@njit
def stepped(x, start, stop, step):
    s = slice(start, stop, step)
    return x[s], s.start, s.stop, s.step


@njit
def left_out(step):
    s = slice(None, None, step)
    return s.start, s.stop, s.step


@njit
def of_tuple(x):
    return x[(slice(0, 2), 1)], x[slice(1, 3), slice(0, 2)], x[..., slice(1, 2)], x[None, slice(1, 2)]


@njit
def given(x, s):
    return x[s]


@njit
def parts(s):
    return s.start, s.stop, s.step


@njit
def indices(s, n):
    return s.indices(n)


@njit
def pair(x, t):
    return x[t]


@njit
def second(t):
    return t[0].stop, t[1]


@njit
def stores(x, s, v):
    x[s] = v
    x[s] += 1
    return x


@njit
def of_list(items, s):
    return items[s], items[slice(1, 3)], items[s][0]


@njit
def changes(items, s):
    items[s] = [7, 8, 9]
    del items[slice(0, 1)]
    return items


@njit
def joined(x, c):
    if c:
        s = slice(1, 3)
    else:
        s = slice(2, 5)
    return x[s]


@njit
def in_list(x):
    return [x[s].sum() for s in [slice(0, 2), slice(1, 3)]]


@njit
def constant(x):
    return x[S, 0], x[T], x[DOWN]


@njit
def by_default(x, s=slice(1, 3)):
    return x[s]


@njit
def passed_on(x, n):
    return given(x, slice(n)), parts(slice(n, None, -1))


@njit
def compared(s):
    return s == slice(1, 2)


@njit
def length(s):
    return len(s)


@njit
def mixed(x, c):
    if c:
        s = slice(1, 3)
    else:
        s = slice(2, 5, 2)
    return x[s]


@njit
def of_float(x):
    return x[slice("a", 2)]


def cases():
    x = np.arange(10.0)
    m = np.arange(24.0).reshape(4, 6)
    yield made, x
    yield made, m
    for start, stop in ((1, 5), (-3, 99), (5, 1), (np.uint8(2), np.int32(4)), (-99, -1)):
        yield made_of, x, start, stop
    for start, stop, step in ((1, 5, 2), (8, 1, -3), (-1, -11, -1), (0, 10, 3), (2, 3, 1)):
        yield stepped, x, start, stop, step
    yield stepped, x, 1, 5, 0
    for step in (1, 2, -1, -3):
        yield case(left_out, step, python="Python keeps None")
    yield of_tuple, m
    for s in (slice(1, 5), slice(1, None, 2), slice(None, None, -1), slice(None), slice(-4, -1), slice(7, 3), slice(np.int32(3), None)):
        yield given, x, s
        yield given, m, s
        yield given, m.T, s
        yield case(parts, s, python="Python keeps None")
        for n in (0, 3, 7):
            yield case(indices, s, n)
    yield given, x, slice(1, 5, 0)
    yield indices, slice(1, 5), -1
    yield indices, slice(1, 5, 0), 3
    yield given, "characters", slice(2, 6)
    yield given, [1, 2, 3, 4], slice(1, 3)
    yield pair, m, (slice(1, 3), 2)
    yield pair, m, (slice(1, 3), slice(None, None, 2))
    yield pair, m, (-1, slice(4, None, -1))
    yield second, (slice(1, 2), 7)
    for v in (7.0, np.array([1.0, 2.0])):
        yield stores, x.copy(), slice(1, 3), v
    yield case(stores, x.copy(), slice(1, 4), np.array([1.0, 2.0]), says="could not broadcast input array from shape (2,) into shape (3,)")
    yield of_list, [1, 2, 3, 4, 5], slice(1, 4)
    yield of_list, ["a", "b", "c", "d"], slice(0, 3)
    yield of_list, [(1, 2.0), (2, 3.0), (3, 4.0)], slice(None, None, 2)
    yield changes, [1, 2, 3, 4, 5], slice(1, 4)
    for c in (True, False):
        yield joined, x, c
    yield in_list, x
    yield constant, m
    yield by_default, x
    yield by_default, x, slice(4, 6)
    yield passed_on, x, 3
    for f, argument in ((compared, slice(1, 2)), (length, slice(1, 2))):
        yield case(f, argument, python="Numba and portkern know no such operation of slices")
    yield case(mixed, x, True, python="a slice with a step is another type")
    yield case(of_float, x, python="the bounds are no integers")
