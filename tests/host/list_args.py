# SPDX-License-Identifier: Apache-2.0
"""Lists of numbers as arguments: the caller's list is changed as the function changes it."""
import numpy as np
from cases import case
from numba import njit


@njit
def total(x):
    s = 0
    for v in x:
        s += v
    return s, len(x), x[0], x[-1]


@njit
def grows(x, n):
    for i in range(n):
        x.append(i)
    x[0] = 99
    return len(x)


@njit
def given_back(x):
    x.append(7.5)
    return x


@njit
def shrinks(x):
    x.clear()


@njit
def fails(x, n):
    x[0] = 5
    if n:
        raise ValueError("n")
    return x


@njit
def two(x, y):
    x.append(y[0])
    y[1] = 8
    return x == y, len(x) + len(y)


@njit
def sorts(x):
    x.sort()
    x.reverse()


@njit
def to_array(x):
    return np.array(x) * 2, sum(x), max(x), [v + 1 for v in x]


@njit
def with_default(x, n=2):
    x *= 1
    return x * n


@njit
def recursive(x, n):
    if n:
        x.append(n)
        recursive(x, n - 1)
    return len(x)


def cases():
    return [
        (total, [1, 2, 3]), (total, [1.5, 2.5]), (total, [True, False]), (total, [1 + 2j, 3j]),
        (total, [np.float64(1.5), np.float64(2)]), case(total, [np.int32(1), np.int32(2)], python="int32 adds up in int64"),
        (total, list(range(1000))),
        (grows, [1, 2], 0), (grows, [1, 2], 3), (given_back, [1.5]), (shrinks, [1, 2]), (fails, [1, 2], 0),
        (fails, [1, 2], 1),
        (two, [1, 2], [3, 4]), (sorts, [3, 1, 2]), (to_array, [3, 1, 2]), (recursive, [9], 3),
        case(total, [], says="of an empty list"), case(total, [1, 2.5], says="heterogeneous"),
        case(total, [1, "a"], says="heterogeneous"), case(total, [2 ** 70], numba="a SystemError", python="integers are int64"),
    ]
