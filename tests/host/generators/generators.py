# SPDX-License-Identifier: Apache-2.0
"""Generators: where a yield may stand. Each is called from Python, and gone through in a
compiled function."""
import numpy as np
from numba import njit

from cases import case


@njit
def count(n):
    for i in range(n):
        yield i


@njit
def down(a, b, step):
    for i in range(a, b, step):
        yield i


@njit
def endless():
    n = 1
    while True:
        yield n
        n *= 3


@njit
def fibonacci(most):
    a, b = 0, 1
    while a < most:
        yield a
        a, b = b, a + b


@njit
def two_in_a_row(n):
    for i in range(n):
        yield i
        yield -i


@njit
def three_kinds(n):
    yield 100
    for i in range(n):
        yield i
    i = n
    while i > 0:
        i -= 2
        yield i * 10
    yield 200


@njit
def nested(n):
    for i in range(n):
        for j in range(i):
            if j % 2:
                yield i * 100 + j
            else:
                for k in range(j):
                    yield -k
        yield i


@njit
def branches(a):
    for v in a:
        if v > 3:
            if v > 6:
                yield v * 2
            else:
                yield v * 3
                yield v * 4
        elif v < 1:
            continue
        else:
            yield -v


@njit
def breaks(a, stop):
    for v in a:
        if v == stop:
            break
        yield v
    else:
        yield -1
    yield -2


@njit
def continues(n):
    i = 0
    while i < n:
        i += 1
        if i % 3 == 0:
            yield -i
            continue
        if i % 5 == 0:
            break
        yield i


@njit
def while_else(n):
    while n > 0:
        yield n
        n -= 1
        if n == 5:
            break
    else:
        yield 0


@njit
def outer_breaks(n):
    for i in range(n):
        for j in range(n):
            yield i, j
            if i * j == 4:
                break
        else:
            continue
        break
    yield -1, -1


@njit
def returns(n):
    for i in range(10):
        if i == n:
            return
        yield i


@njit
def returns_value(n):
    yield n
    if n > 1:
        return 5
    yield n + 1
    return 6


@njit
def never_first(n):
    if n < 0:
        return
    yield n


@njit
def value_of_yield(n):
    x = yield n
    if x is None:
        yield n + 1
    (yield n + 2)


@njit
def nothing_yielded(n):
    for _ in range(n):
        yield


@njit
def sums(a):
    total = 0.0
    for i in range(len(a)):
        total += a[i]
        yield total


@njit
def two_accumulators(a):
    low, high, n = a[0], a[0], 0
    for v in a:
        low = min(low, v)
        high = max(high, v)
        n += 1
        if n % 2 == 0:
            yield low, high, n


@njit
def first_only_then_changed(n):
    flag = True
    for i in range(n):
        if flag:
            yield -1
            flag = False
        else:
            yield i
            flag = i % 3 == 0


@njit
def unified(n):
    yield 1
    yield 2.5
    yield n


@njit
def unified_tuples(n):
    yield 1, n
    yield 2.5, n


@njit
def changes_type(n):
    x = 1
    yield x * 1.0
    x = 0.5
    yield x
    x = n
    yield x * 1.0


@njit
def tries(a):
    for v in a:
        try:
            if v == 0:
                raise ValueError("zero")
            w = 10 // v
        except Exception:
            w = -1
        yield w


@njit
def yields_in_try(a):
    for v in a:
        try:
            yield v
            if v == 2:
                raise ValueError("two")
            yield v * 10
        except Exception:
            yield -v


@njit
def ends_with_finally(n):
    try:
        for i in range(n):
            yield i
    finally:
        n = 0
    yield n


@njit
def try_in_loop_with_break(a):
    for v in a:
        try:
            if v == 3:
                break
            yield v
        finally:
            v = 0
    yield v


@njit
def raises(n):
    yield 1
    if n > 2:
        raise ValueError("too large", n)
    yield 2


@njit
def raises_at_once(n):
    if n > 2:
        raise IndexError("at once")
    yield n


@njit
def index_error(a):
    for i in range(10):
        yield a[i]


@njit
def divides(n):
    for i in range(n, -2, -1):
        yield 12 // i


@njit
def keyword(a, b=3, c=0.5):
    yield a
    yield b
    yield c


@njit
def many(*values):
    for v in values:
        yield v + 1


@njit
def many_locals(n):
    a, b, c, d, e, f = 1, 2, 3, 4, 5, 6
    g, h, k, m = 0.5, 1.5, 2.5, True
    for i in range(n):
        yield a + b + c + d + e + f + g + h + k
        a, b, c, d, e, f = b, c, d, e, f, a + i
        g, h, k = h, k, g + 1.0
        if m:
            yield i * 1.0
        m = not m


@njit
def literal_items():
    for v in (3, 1, 2):
        yield v


@njit
def different_items():
    for v in (3, 1.5, 2):
        yield v * 2.0


@njit
def small_types(n):
    for i in range(n):
        yield np.int8(i * 50)


@njit
def total_of(n):
    s = 0
    for v in nested(n):
        s = s * 3 + v
    return s


@njit
def first_of_endless(most):
    for v in endless():
        if v > most:
            return v
    return -1


@njit
def all_sums(n):
    s = 0
    for v in three_kinds(n):
        s += v
    for v in two_in_a_row(n):
        s = s * 2 + v
    for i, j in outer_breaks(n):
        s += i * 7 + j
    for v in continues(n):
        s = s * 2 + v
    for v in while_else(n):
        s += v
    return s


@njit
def sum_of_branches(a):
    s = 0
    for v in branches(a):
        s = s * 2 + v
    for v in breaks(a, 4):
        s = s * 2 + v
    for v in yields_in_try(a):
        s = s * 2 + v
    for v in tries(a):
        s = s * 2 + v
    return s


@njit
def caught_outside(n):
    s = 0
    try:
        for v in raises(n):
            s += v
    except Exception:
        s += 100
    return s


@njit
def not_caught(n):
    s = 0
    for v in raises(n):
        s += v
    return s


def cases():
    for n in (0, 1, 2, 7):
        for f in (count, two_in_a_row, three_kinds, nested, continues, while_else, outer_breaks, returns, returns_value,
                  never_first, value_of_yield, nothing_yielded, first_only_then_changed, unified, unified_tuples,
                  changes_type, ends_with_finally, raises, raises_at_once, many_locals, small_types, total_of, all_sums,
                  not_caught):
            yield f, n
    yield caught_outside, 1
    yield case(caught_outside, 7, numba="catches nothing that a generator raises")
    yield never_first, -1
    yield down, 10, 0, -3
    yield down, 0, 10, 4
    yield down, 0, 10, 0
    yield (endless,)
    yield first_of_endless, 1000
    yield fibonacci, 100
    yield fibonacci, 0
    for a in (np.array([5, 0, 2, 7, 4, 2]), np.array([1, 2, 3]), np.array([], np.int64)):
        for f in (branches, tries, yields_in_try, sum_of_branches):
            yield f, a
        yield breaks, a, 4
        yield breaks, a, 9
    yield try_in_loop_with_break, np.array([1, 2, 3, 4])
    yield try_in_loop_with_break, np.array([1, 2])
    yield sums, np.array([0.5, 1.5, -2.0])
    yield two_accumulators, np.array([3.0, 1.0, 2.0, 5.0, 4.0])
    yield case(index_error, np.array([1.0, 2.0]), numba="reads outside of arrays")
    yield divides, 3
    yield keyword, 1
    yield keyword, 1, 2
    yield many, 1, 2, 3
    yield (literal_items,)
    yield (different_items,)
