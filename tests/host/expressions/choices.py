# SPDX-License-Identifier: Apache-2.0
"""Functions that are chosen while running: variables, tuples, lists and dicts of them. Numba
has some of that, for functions of one signature."""
import numpy as np
from cases import case
from numba import njit, prange, vectorize


@njit
def more(x):
    return x + 1


@njit
def twice(x):
    return x * 2


@njit
def less(x, y=3):
    return x - y


@njit
def minus(x):
    return x - 3


@njit
def half(x):
    return x / 2


@njit
def increase(a):
    a[0] += 1


@njit
def double(a):
    a[0] *= 2


@njit
def fails(x):
    if x > 2:
        raise ValueError("too large", x)
    return x


@njit
def first_name(x):
    return "first"


@njit
def second_name(x):
    return "second" + str(x)


@njit
def if_else(c, x):
    f = more if c else twice
    return f(x)


@njit
def by_if(c, x):
    if c == 0:
        f = more
    elif c == 1:
        f = twice
    else:
        f = minus
    return f(x) + f(x)


@njit
def of_tuple(i, x):
    return (more, twice, minus)[i](x)


@njit
def of_list(n, x):
    fs = [more, twice]
    fs.append(minus)
    s = 0
    for f in fs:
        s += f(x)
    return s + fs[n](x), len(fs)


@njit
def of_dict(name, x):
    d = {"more": more, "twice": twice}
    return d[name](x)


@njit
def changed(n, x):
    f = more
    for i in range(n):
        x = f(x)
        f = twice if i % 2 else half
    return x


@njit
def picked(c):
    if c:
        return more
    return twice


@njit
def by_call(c, x):
    return picked(c)(x) + picked(not c)(x)


@njit
def apply(f, x):
    return f(x)


@njit
def passed(c, x):
    return apply(more if c else twice, x)


@njit
def mixed_types(c, x):
    f = more if c else half
    return f(x)


@njit
def arrays(c, x):
    f = more if c else twice
    return f(x) + f(f(x))


@njit
def for_effect(c, a):
    f = increase if c else double
    f(a)
    f(a)


@njit
def evaluated_once(c, items):
    f = more if c else twice
    return f(items.pop()) * 100 + f(items.pop())


@njit
def lambdas(c, x):
    f = (lambda v: v + 1) if c else (lambda v: v * 3)
    return f(x)


@njit
def within(c, x):
    def inner(v):
        return v * 5
    f = inner if c else more
    return f(x)


@njit(parallel=True)
def in_prange(n, c):
    f = more if c else twice
    s = 0
    for i in prange(n):
        s += f(np.int64(i))
    return s


@njit
def by_keyword(c, x):
    f = more if c else less
    return f(x=x)


@njit
def raises(c, x):
    f = fails if c else more
    try:
        return f(x)
    except Exception:
        return -1


@njit
def raises_out(c, x):
    f = fails if c else more
    return f(x)


@njit
def key(c, x):
    return sorted(x, key=more if c else negative)


@njit
def negative(x):
    return -x


@njit
def names(c, x):
    f = first_name if c else second_name
    return f(x)


@njit
def maybe(x):
    if x > 2:
        return x


@njit
def none(c, x):
    f = maybe if c else more
    y = f(x)
    return -1 if y is None else y


@njit
def generators(n):
    s = 0
    for f in (more, twice):
        for g in [f, less]:
            s += g(n)
    return s


@njit
def deep(i, j, x):
    table = [[more, twice], [less, half]]
    return table[i][j](x)


@vectorize
def plus_one(x):
    return x + 1


@vectorize
def times_two(x):
    return x * 2


@njit
def vectorized(c, x):
    f = plus_one if c else times_two
    return f(x)


@njit
def recursive(f, n, x):
    if n == 0:
        return f(x)
    return recursive(twice if n % 2 else more, n - 1, f(x))


def cases():
    for c in (True, False):
        yield if_else, c, 3
        yield case(if_else, c, 3.5)
        yield by_call, c, 3
        yield passed, c, 4
        yield case(mixed_types, c, 4, python="more gives an int")
        yield arrays, c, np.arange(3.0)
        yield for_effect, c, np.ones(2)
        yield evaluated_once, c, [1, 2, 3]
        yield lambdas, c, 2
        yield within, c, 2
        yield in_prange, 1000, c
        yield by_keyword, c, 5
        yield raises, c, 1
        yield raises, c, 3
        yield raises_out, c, 3
        yield key, c, [3, 1, 2]
        yield names, c, 3
        for x in (1, 5):
            yield case(none, c, x, numba="fails while compiling it")
        yield vectorized, c, 3
        yield vectorized, c, np.arange(3)
    for c in range(3):
        yield by_if, c, 4
        yield of_tuple, c, 5
        yield of_tuple, c - 3, 5
        yield of_list, c, 7
    yield case(of_tuple, 3, 5, says="which index")
    yield of_list, 3, 7
    for n in range(5):
        yield changed, n, 2.0
    for name in ("more", "twice", "other"):
        yield of_dict, name, 3
    yield generators, 4
    for i in range(2):
        for j in range(2):
            yield case(deep, i, j, 3, python="three of them give ints")
    yield case(recursive, more, 5, 3)
