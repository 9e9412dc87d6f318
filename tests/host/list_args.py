# SPDX-License-Identifier: Apache-2.0
"""Lists as arguments: the caller's list is changed as the function changes it, and functions work
on the memory of arrays in lists, dicts and tuples."""
import numpy as np
from cases import case
from numba import njit, types
from numba.typed import Dict, List


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


@njit
def total_arrays(x):
    s = 0.0
    for a in x:
        for v in a.flat:
            s += v
    return s, len(x)


@njit
def writes(x):
    for i in range(len(x)):
        x[i][0] = i + 10
    return x[0].sum()


@njit
def item(x, i):
    return x[i]


@njit
def part(x, i):
    return x[i][1:3], x[i][::-1]


@njit
def parts(x):
    return [a[1:] for a in x]


@njit
def all_of(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i][0]
    return x[0], x[-1], s


@njit
def by_the_other(a, x):
    for i in range(a.shape[0] - 1):
        a[i + 1] = x[0][i] + 1
    return a.sum()


@njit
def in_both(x):
    for i in range(len(x[1]) - 1):
        x[0][i + 1] = x[1][i] * 2 + 1
    return x[0][-1]


@njit
def two_lists(x, y):
    x[0][1] = 5
    y[0][0] = x[0][1] + y[0][1]
    return x[0].sum() + y[0].sum()


@njit
def same_list(x, y):
    x[0][0] = 8
    return y[0][0], len(y)


@njit
def shapes(x):
    return x[0].shape, x[0].ndim, x[0].size


@njit
def fails_arrays(x, n):
    x[0][0] = 3
    if n:
        raise ValueError("n", n)
    return x[1][0]


@njit
def outside(x, i):
    return x[i]


@njit
def sums(x):
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = np.sum(x[i])
    return out


@njit
def matrix_product(x):
    return x[0] @ x[1]


@njit
def of_dict(d, k):
    d[k][0] = 7
    return d[k]


@njit
def of_typed(x):
    x[0][0] = 7
    return x[1], len(x)


@njit
def of_tuple(t):
    t[0][0] = 3
    return t[1][1:], t[0]


def typed():
    x = List()
    x.append(np.arange(3.0))
    x.append(np.ones(2))
    return x


def a_dict():
    d = Dict.empty(types.int64, types.float64[::1])
    d[2] = np.arange(3.0)
    d[5] = np.ones(2)
    return d


def overlapping():
    a = np.arange(8.0)
    return a, a[2:], a[:3]


def of_numbers():
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


def cases():
    a, b, c = overlapping()
    d, e, f = overlapping()
    g, h, i = overlapping()
    k = [np.arange(4.0), np.ones(2)]
    m = np.arange(12.0).reshape(3, 4)
    twice = np.zeros(5)
    return [
        *of_numbers(),
        (total_arrays, [np.ones(3), np.arange(4.0)]), (total_arrays, [np.ones((2, 3))]), (total_arrays, [np.arange(3), np.arange(2)]),
        (total_arrays, [np.ones(3, np.float32)]), (total_arrays, [np.asfortranarray(np.arange(6.0).reshape(2, 3))]),
        (total_arrays, [np.arange(6.0)[::2], np.arange(4.0)[::2]]), (total_arrays, [np.ones(0), np.ones(0)]),
        (writes, [np.zeros(2), np.ones(3)]), (writes, [twice, twice]), (writes, [np.zeros(3), m[:, 1]][::-1][:1]),
        (writes, [np.zeros(2, np.int32)]), (writes, [np.zeros((2,), np.complex128)]),
        (item, [np.ones(2), np.arange(3.0)], 1), (item, [m[0], m[1]], 0), (item, [np.ones(2)], -1),
        (part, [np.arange(5.0)], 0), (part, [m[1], m[2]], 1),
        (parts, [np.arange(5.0), np.ones(2)]), (all_of, [np.ones(2), np.arange(1.0, 4.0)]),
        (by_the_other, a, [a]), case(by_the_other, b, [c], numba="it reads beyond the end"), (by_the_other, np.zeros(3), [np.ones(4)]),
        (in_both, [d, e]), case(in_both, [f, d], numba="it writes beyond the end"), (in_both, [d, d]), (in_both, [np.zeros(4), np.ones(4)]),
        (two_lists, [g], [h]), (two_lists, [i], [i]), case(same_list, k, k, numba="each is a list of its own"),
        (shapes, [m, m]), (shapes, [np.ones(3)]), (fails_arrays, [np.ones(2), np.zeros(1)], 0), (fails_arrays, [np.ones(2), np.zeros(1)], 4),
        case(outside, [np.ones(2)], 1, says="out of range"), (sums, [np.ones(3), np.arange(4.0)]),
        case(matrix_product, [np.ones((2, 2)), np.arange(4.0).reshape(2, 2)], numba="it needs scipy"),
        (of_dict, a_dict(), 2), case(of_typed, typed(), numba="whose memory its typed lists have is not looked at"), (of_tuple, (np.zeros(2), np.arange(3.0))),
        case(total_arrays, [np.ones(3), np.ones(3, np.float32)], says="heterogeneous", numba="it reads beyond the second",
             python="a list has one type"),
        case(total_arrays, [np.ones(3), np.ones((2, 2))], says="heterogeneous", numba="it takes the second for a vector",
             python="a list has one type"),
        case(total_arrays, [np.ones(3), 1.0], says="heterogeneous"),
        case(total_arrays, [np.arange(4.0), np.arange(8.0)[::2]], numba="it takes the second for contiguous"),
    ]
