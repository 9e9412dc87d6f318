# SPDX-License-Identifier: Apache-2.0
"""Lists of numbers: comprehensions, operators, slices, sorting, and what makes lists."""
import numpy as np
from cases import case
from numba import njit


@njit
def comprehensions(n):
    a = [i * i for i in range(n)]
    b = [i / 2 for i in range(n) if i % 2 == 0]
    c = [x + y for x in a for y in b if x > y]
    return a, b, c


@njit
def of_arrays(a, k):
    return [v * k for v in a], [a[i] for i in range(len(a)) if a[i] > k], [int(v) for v in a]


@njit
def comprehension_as_array(n):
    return np.array([i * 2.5 for i in range(n)])


@njit
def names_of_its_own(n):
    i = 100
    x = [i for i in range(n)]
    return i, x


@njit
def sums(n):
    return sum([i for i in range(n)]), max([i * 3 % 7 for i in range(1, n)]), len([i for i in range(n) if i > 2])


@njit
def repeated(n):
    a = [0] * n
    b = n * [1.5, 2.5]
    a[0] = 7
    return a, b, [True] * 3


@njit
def added(n):
    a = [1, 2]
    b = [n, 4]
    c = a + b + a
    c.append(9)
    return a, c, len(a + b)


@njit
def augmented(n):
    a = [1]
    b = a
    a += [n, 3]
    for i in range(2):
        a += [i]
    return a, b


@njit
def contains(n):
    x = [3, 1]
    return n in x, n not in x, 2.0 in [1.0, 2.0]


@njit
def equal(n):
    a = [1, 2, n]
    b = [1, 2, 3]
    return a == b, a != b, a < b, a <= b, a > b, a >= b, a == [1, 2], [1, 2] < a


@njit
def sliced(n):
    x = [0, 1, 2, 3, 4, 5, 6]
    return x[1:n], x[:-2], x[::2], x[::-1], x[n:], x[-3:], x[5:1:-2], x[2:2], x[:100]


@njit
def slice_is_new(n):
    x = [1, 2, 3]
    y = x[:]
    y[0] = n
    y.append(5)
    return x, y


@njit
def slices_stored(n):
    x = [0, 1, 2, 3, 4, 5, 6]
    x[1:3] = [10, 20, 30, 40]
    y = x[:]
    y[2:n] = [n]
    z = x[:]
    z[len(z):] = [7, 8]
    w = x[:]
    w[::2] = w[1::2] + [99]
    return x, y, z, w


@njit
def deleted(n):
    x = [0, 1, 2, 3, 4, 5, 6]
    del x[n]
    y = x[:]
    del y[1:3]
    z = x[:]
    del z[2:]
    return x, y, z


@njit
def sort_in_place(n):
    x = [3, 1, 2, n, -1]
    x.sort()
    y = [0.5, -2.5, 1.5]
    y.sort(reverse=True)
    return x, y


@njit
def by_last_digit(v):
    return v % 10


@njit
def sort_by_key(n):
    x = [31, 12, 42, 21, 11, n]
    y = x[:]
    y.sort(key=by_last_digit)
    z = sorted(x, key=by_last_digit, reverse=True)
    return x, y, z


@njit
def sorted_ones(a, n):
    x = [3, 1, 2]
    return sorted(x), sorted(a), sorted(range(n, 0, -1)), sorted(x, reverse=True), x, sorted((3, n, 1))


@njit
def made_of(a, n):
    x = list(range(n))
    y = list(a)
    z = list(x)
    z.append(100)
    e = list((1.5, 2.5))
    return x, y, z, e


@njit
def by_turns(n):
    x = [1.5, 2.5, 3.5]
    y = list(range(3))
    s = 0.0
    for i, v in enumerate(x):
        s += i * v
    for v, w in zip(x, y):
        s += v * w
    a, b, c = x
    return s, a + b * c, [i * v for i, v in enumerate(x, 2)], [v + w for v, w in zip(x, y)]


@njit
def two_at_once(n):
    a, b = [], []
    for i in range(n):
        a.append(i)
        b.append(i * 0.5)
    return a, b


@njit
def index_from(n):
    x = [1, 2, 1, 2, 1]
    return x.index(1, n), x.index(2, n, 4)


@njit
def extends(a, n):
    x = [0.5]
    x.extend(a)
    x.extend(range(n))
    x.extend((7, 8))
    return x


@njit
def sieve(n):
    marks = [True] * n
    for i in range(2, int(n ** 0.5) + 1):
        if marks[i]:
            for k in range(i * i, n, i):
                marks[k] = False
    return [i for i in range(2, n) if marks[i]]


@njit
def swaps(n):
    x = list(range(n))
    for i in range(n // 2):
        x[i], x[n - 1 - i] = x[n - 1 - i], x[i]
    return x


@njit
def large_sort(a):
    x = list(a)
    x.sort()
    y = sorted(a, reverse=True)
    return x[0], x[-1], x[500], y[0], x[::-1] == y


@njit
def setitem_outside(n):
    x = [1, 2, 3]
    x[n] = 5
    return x


@njit
def extended_slice(n):
    x = [1, 2, 3, 4]
    x[::2] = [n]
    return x


@njit
def least(n):
    x = [i for i in range(n)]
    return min(x)


@njit
def bools_and_complex(n):
    return [i > 1 for i in range(n)], [complex(i, -i) for i in range(n)], [np.float32(i) for i in range(n)]


@njit
def helper(x, n):
    return [v for v in x if v > n]


@njit
def quicksort(x):
    if len(x) <= 1:
        return x
    p = x[0]
    return quicksort([v for v in x[1:] if v < p]) + [p] + quicksort([v for v in x[1:] if v >= p])


@njit
def calls(n):
    return helper([i for i in range(n)], 3), quicksort([(i * 7) % 13 for i in range(n)])


def cases():
    a = np.array([2.5, -1.0, 7.25])
    r = np.random.default_rng(1)
    return [
        (comprehensions, 0), (comprehensions, 6), (of_arrays, a, 2.0), (comprehension_as_array, 4), (names_of_its_own, 3),
        (sums, 9), (repeated, 3), (added, 3), (augmented, 2), (contains, 3), (contains, 4), (equal, 3), (equal, 4),
        (sliced, 3), (sliced, -1), (slice_is_new, 9), (slices_stored, 4),
        (deleted, 2), (deleted, -1), case(deleted, 7, says="which index"), (sort_in_place, 0), (sort_by_key, 51),
        (sorted_ones, a, 4), (made_of, a, 3), (by_turns, 1), (two_at_once, 3), (index_from, 1), (index_from, 3), (extends, a, 3), (sieve, 50),
        (swaps, 7), (large_sort, r.permutation(1000) * 0.5), case(setitem_outside, 3, says="which index"), (setitem_outside, -1),
        case(extended_slice, 1, python="its words tell the sizes"), (least, 2), case(least, 0, numba="a StopIteration"), (bools_and_complex, 3), (calls, 9),
    ]
