# SPDX-License-Identifier: Apache-2.0
"""The match statement: literals, names, sequences, alternatives and guards. Numba compiles
literals alone."""
import enum
import math
from collections import namedtuple

import numpy as np
from cases import case
from numba import njit, prange

Point = namedtuple("Point", "x y")


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Size(enum.IntEnum):
    SMALL = 3
    LARGE = 4


@njit
def number(x):
    match x:
        case 0:
            return 1
        case 1 | 2:
            return 5
        case -3 | 2.5:
            return 6
        case _:
            return 7


@njit
def anything(x):
    match x:
        case 0:
            return 1
        case True:
            return 8
        case None:
            return 9
        case "a" | "bc":
            return 10
        case Size.SMALL:
            return 12
        case math.pi:
            return 13
        case Color.RED:
            return 11
        case 1 + 2j:
            return 14
        case _:
            return 7


@njit
def pair(x):
    match x:
        case (a, 0):
            return a
        case (0, b) if b > 2:
            return -b
        case [a, b] if a > b:
            r = a
        case [a, b, "q" as s] | [a, b, "z" as s]:
            r = a + b + len(s)
        case (a, b):
            r = b
        case _:
            return 0
    return r * 100


@njit
def in_loop(x, n):
    s = 0
    for i in range(n):
        match i % 4, x:
            case 0, v if v > i:
                s += v
            case 1 | 2 as k, _:
                if i == 5:
                    continue
                s += 10 * k
            case _:
                if i > 20:
                    break
    return s


@njit
def some_match(x):
    r = -1
    match x:
        case 1:
            r = 2
        case 5:
            r = 3
    return r


@njit
def kept(x):
    """Names that a guard refused have their values."""
    match x:
        case (a, b) if a > b:
            a = a * 2
        case _:
            pass
    return a + b


@njit
def swapped(x):
    match x:
        case (y, x):
            return x - y


@njit
def nested(x):
    match x:
        case ((a, (b, 1)), c) if a:
            return a + b + c
        case ((a, (_, c)), b):
            return a - b - c
        case (a, (b, (c, _))):
            return a * b * c


@njit
def word(w):
    match w.lower():
        case "on" | "yes":
            return True
        case "off":
            return False
        case other if other.startswith("t"):
            return True
        case other:
            return len(other) > 3


@njit
def optional(x, c):
    y = None
    if c:
        y = x
    match y:
        case 3:
            return 30
        case (4 | 5) as t:
            return t
        case None:
            return -1
        case v:
            return v


@njit
def optional_pair(x, c):
    y = None
    if c:
        y = x
    match y:
        case (1, b):
            return b
        case None:
            return -1
        case (a, b):
            return a


@njit
def items(x):
    match x:
        case []:
            return 0.0
        case [a]:
            return a
        case [a, 2.0]:
            return -a
        case [a, b]:
            return a + b
        case _:
            return 99.0


@njit
def items_made(n):
    x = [v for v in range(n)]
    match x:
        case []:
            return "none"
        case [a]:
            return "one " + str(a)
        case [_, b] if b:
            return "two " + str(b)
        case _:
            return "many"


@njit
def array(x):
    match x:
        case 1:
            return 2
        case _:
            return 3


@njit
def array_items(x):
    """An array is no sequence of patterns."""
    match x:
        case [a, b]:
            return a + b
        case _:
            return 3.0


@njit
def of_types():
    s = 0
    for v in (1, "a", (1, 2), None, 2.5):
        match v:
            case 1:
                s += 1
            case "a":
                s += 10
            case (a, b):
                s += 100 * b
            case None:
                s += 1000
            case 2.5:
                s += 10000
    return s


@njit
def generator(n):
    for i in range(n):
        match i:
            case 0:
                yield 1
            case 3 | 4:
                continue
            case k if k > 8:
                return
            case k:
                match k % 2:
                    case 0:
                        yield k
                    case 1:
                        def inner(z):
                            match z:
                                case 5:
                                    return 50
                                case _:
                                    return z
                        yield inner(k)


@njit
def run_generator(n):
    return list(generator(n))


@njit(parallel=True)
def in_prange(n):
    s = 0
    for i in prange(n):
        match i % 3, i % 2:
            case 0, 0:
                s += 1
            case (1, _) | (_, 1):
                s += 10
            case k, _:
                s += 100 * k
    return s


@njit
def recursive(n):
    match n:
        case 0 | 1:
            return n
        case _:
            return recursive(n - 1) + recursive(n - 2)


@njit
def tried(x):
    try:
        match x:
            case 0:
                raise ValueError("a")
            case 1:
                r = 5
            case _:
                return 7
    except Exception:
        r = 6
    finally:
        x = 1
    return r + x


@njit
def evaluated_once(x):
    match x.pop():
        case 1:
            return 10
        case 2:
            return 20
        case v:
            return v


@njit
def changed(a):
    """A name of an array is the array."""
    match a, len(a):
        case b, 3:
            b[0] = 7
        case b, n:
            b[1] = n


def cases():
    for x in (0, 1, 2, 9, -3, 2.5, np.float32(2.5), np.int8(2), np.uint64(1), 1 + 2j):
        yield number, x
    for x in (0, 9, True, False, None, "a", "bc", "x", math.pi, (1, 2), 1 + 2j):
        yield anything, x
    for x in (Size.SMALL, Size.LARGE, Color.RED, Color.GREEN):
        yield anything, x
    for x in ((1, 0), (0, 3), (0, 2), (3, 1), (3.5, 1), (3, 1, "q"), (3, 1, "z"), (1, 1, "s"), (), 5, Point(4, 0), "ab", None):
        yield pair, x
    yield in_loop, 7, 40
    for x in (1, 5, 6):
        yield some_match, x
    yield kept, (2, 1)
    yield kept, (1, 2)
    yield swapped, (1, 5)
    yield swapped, 3
    for x in (((1, (2, 1)), 3), ((0, (2, 1)), 3), ((5, (2, 4)), 3), (2, (3, (4, 5))), 6):
        yield nested, x
    for w in ("ON", "yes", "off", "tree", "bc", "long!", ""):
        yield word, w
    for x in (3, 4, 9):
        yield optional, x, True
        yield case(optional, x, False, numba="raises TypeError, as its comparison of None with a number does")
    for x in ((1, 3), (4, 5)):
        yield optional_pair, x, True
        yield optional_pair, x, False
    for x in ([1.0], [1.0, 2.0], [1.0, 3.0], [1.0, 2.0, 3.0]):
        yield items, x
    for n in range(4):
        yield items_made, n
    yield array, np.arange(3)
    yield array, np.array([1])
    yield array, np.array([2])
    yield array_items, np.ones(2)
    yield (of_types,)
    yield run_generator, 20
    yield in_prange, 1000
    yield recursive, 15
    for x in range(3):
        yield tried, x
    for x in range(1, 4):
        yield evaluated_once, [5, x]
    yield changed, np.zeros(3)
    yield case(changed, np.zeros(2))
