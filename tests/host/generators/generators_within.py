# SPDX-License-Identifier: Apache-2.0
"""Generators that go through generators that they make: the inner one's frame lies in the outer one's. Loops that are
left and entered again, what the inner one still holds then, exceptions, and frames that are too large for that."""
import numpy as np
from numba import njit

from cases import case


@njit
def count(n):
    for i in range(n):
        yield i


@njit
def multiples(a, k):
    own = a * k
    for i in range(len(own)):
        yield own[i]


@njit
def parts(a, n):
    own = a + n
    for i in range(n):
        yield own[i:]


@njit
def next_ones(n):
    for x in count(n):
        yield x + 1


@njit
def three_levels(n):
    for x in next_ones(n):
        for y in next_ones(x):
            yield x * 10 + y


@njit
def left_and_entered(a, n):
    for k in range(n):
        for x in multiples(a, k + 1.0):
            if x > 4.0:
                break
            yield x
        yield -1.0


@njit
def continued(a, n):
    for k in range(n):
        for x in multiples(a, float(k)):
            if x < 2.0:
                continue
            for y in multiples(np.array([x, float(k)]), 2.0):
                yield x * y
            else:
                yield 0.5


@njit
def kept_parts(a, n):
    last = a
    for k in range(2, n):
        for x in parts(a, k):
            yield x.sum() + last[0]
            last = x
            if len(x) == 2:
                break


@njit
def returns_within(a, stop):
    for x in multiples(a, 2.0):
        for y in multiples(a, x):
            if y > stop:
                return
            yield y


@njit
def changed_arguments(n):
    a = np.ones(n)
    for x in multiples(a, 3.0):
        a = a * 2
        n -= 1
        yield x + a.sum() + n


@njit
def one_after_another(a, n):
    for x in multiples(a, 2.0):
        yield x
    for x in count(n):
        yield float(x)
    for x in multiples(a, 3.0):
        yield x


@njit
def strings(n):
    for word in words(n):
        for letter in letters(word):
            yield letter + word


@njit
def words(n):
    for i in range(n):
        yield "w" + str(i)


@njit
def letters(word):
    kept = word + "!"
    for c in kept:
        yield c


@njit
def of_lists(n):
    for x in grown(n):
        for y in grown(len(x)):
            yield len(x) * 10 + len(y)


@njit
def grown(n):
    x = [0]
    for i in range(n):
        x.append(i)
        yield x


@njit
def made_by(pick, a):
    for x in pick(a, 2.0):
        yield x


@njit
def given_function(a):
    s = 0.0
    for x in made_by(multiples, a):
        s = s * 2 + x
    return s


@njit
def raises_at(n, at):
    for i in range(n):
        if i == at:
            raise ValueError("no", i)
        yield i


@njit
def not_caught(n, at):
    for x in raises_at(n, at):
        yield x * 2


@njit
def caught(n, at):
    for k in range(3):
        try:
            for x in raises_at(n, at + k):
                yield x * 2
        except Exception:
            yield -k
    for x in raises_at(n, n):
        yield x


@njit
def many(a, b, c, d):
    v, w, x, y, z = a * 2, b * 2, c * 2, d * 2, a + b
    for i in range(len(a)):
        yield v[i] + w[i] + x[i] + y[i] + z[i]


@njit
def over_many(a, n):
    for k in range(n):
        for x in many(a, a + k, a * k, a - k):
            if x > 20.0:
                break
            yield x


@njit
def too_large_together(a):
    for x in many(a, a, a, a):
        for y in many(a, a * 2, a, a):
            for z in many(a, a * y, a, a):
                yield x + y * z
                if z > 50.0:
                    break


@njit
def named_first(n):
    g = count(n)
    for x in g:
        for y in g:
            yield x * 10 + y
            break


@njit
def sums(a, n):
    total = 0.0
    for x in left_and_entered(a, n):
        total = total * 0.5 + x
    for x in continued(a, n):
        total = total * 0.5 + x
        if x > 30.0:
            break
    for x in over_many(a, n):
        total = total * 0.5 + x
    return total


@njit
def memory(a, n):
    """Each turn leaves the inner loop with an array that it still holds."""
    s = 0.0
    for x in left_and_entered(a, n):
        s += x
    return s


def cases():
    a = np.array([1.0, 2.0, 3.0])
    for n in (0, 1, 3):
        for f in (next_ones, three_levels, changed_arguments):
            yield f, n
        yield case(named_first, n, numba="goes over a copy of the generator")
        yield case(of_lists, n, numba="the list that is yielded is freed")
        yield case(strings, n, numba="spoils memory")
    for n in (0, 1, 3, 6):
        for f in (left_and_entered, continued, one_after_another, over_many, sums):
            yield f, a, n
    yield kept_parts, np.arange(6.0), 5
    for stop in (3.0, 100.0):
        yield returns_within, a, stop
    yield given_function, a
    yield too_large_together, a
    for at in (0, 2, 9):
        yield not_caught, 4, at
        yield case(caught, 4, at, numba="catches nothing behind a yield")
    yield memory, np.ones(1000) * 5, 2000
