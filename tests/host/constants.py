# SPDX-License-Identifier: Apache-2.0
"""Constant arrays of the module and of functions around, where another array may be, too."""
import numpy as np
from cases import case
from numba import njit, prange
from numba.experimental import jitclass
from numba import float64

A = np.array([1.0, 2.0, 3.0])
B = np.array([4.0, 5.0])
COMPLEX = np.array([1 + 2j, 3j])
EMPTY = np.zeros((0, 3))
MATRIX = np.arange(6.0).reshape(2, 3)
NUMBERS = np.array([1, 2, 3])
RECORDS = np.array([(1, 2.0), (3, 4.0)], dtype=[("a", np.int64), ("b", np.float64)])
SCALAR = np.array(5.0)


@njit
def first_branch(c, n):
    if c:
        x = A
    else:
        x = np.ones(n)
    return x


@njit
def second_branch(c, n):
    if c:
        x = np.ones(n)
    else:
        x = A
    return x.sum(), len(x)


@njit
def conditional(c, n):
    return A if c else np.ones(n)


@njit
def two_constants(c):
    x = A if c else B
    return x.sum()


@njit
def argument(c, y):
    x = A
    if c:
        x = y
    return x


@njit
def grows(n):
    x = A
    while n > 0:
        x = np.append(x, 1.0)
        n -= 1
    return x


@njit
def swapped(n):
    a, b = A, np.ones(n)
    for _ in range(n):
        a, b = b, a
    return a, b


@njit
def tuples(c, n):
    t = (A, 1)
    if c:
        t = (np.ones(n), 2)
    return t[0].sum() + t[1]


@njit
def optional(c, n):
    x = None
    if c == 1:
        x = A
    elif c == 2:
        x = np.ones(n)
    if x is None:
        return 0.0
    return x.sum()


@njit
def rows(c, n):
    x = MATRIX[1]
    if c:
        x = np.ones(n)
    return x


@njit
def transposed(c, n):
    x = MATRIX.T
    if c:
        x = np.ones((n, n))
    return x


@njit
def fortran(c, n):
    x = np.asfortranarray(np.ones((n, 2)))
    if c:
        x = MATRIX.T
    return x


@njit
def strided(c, n):
    x = A[::2]
    if c:
        x = np.ones(n)[::-1]
    return x


@njit
def of_complex(c, n):
    x = COMPLEX
    if c:
        x = np.ones(n, np.complex128)
    return x


@njit
def of_records(c, y):
    x = RECORDS
    if c:
        x = y
    return x["b"].sum() + x[1].a


@njit
def empty(c, n):
    x = EMPTY
    if c:
        x = np.ones((n, n))
    return x


@njit
def without_axes(c):
    x = SCALAR
    if c:
        x = np.array(6.0)
    return x.item()


@njit
def expressions(c, n):
    x = np.ones(n)
    if c:
        x = A
    return np.sqrt(x) + x * 2


@njit
def caught(c, n):
    x = A
    try:
        x = np.ones(n)
        if c:
            raise ValueError("no")
    except Exception:
        pass
    return x.sum()


# ---- functions ----

@njit
def either(a, c, b):
    if c:
        return a
    return b


@njit
def passed(c, n):
    return either(A, c, np.ones(n)), either(np.ones(n), c, A)


@njit
def inner(c, n):
    def pick(x, y):
        return x if c else y
    return pick(A, np.ones(n)).sum() + pick(np.ones(n), A)[0]


def around(k):
    mine = np.array([k, k + 1.0])

    @njit
    def closure(c, n):
        if c:
            x = mine
        else:
            x = np.ones(n)
        return x
    return closure


closure = around(3.0)


@njit
def items(c, n):
    x = np.ones(n)
    if c:
        x = A
    for i in range(len(x)):
        yield x[i]


@njit
def arrays(n):
    yield A
    yield np.ones(n)


@njit
def of_generators(c, n):
    s = 0.0
    for v in items(c, n):
        s += v
    for a in arrays(n):
        s += a.sum()
    return s


@njit(parallel=True)
def parallel(n):
    s = 0.0
    for i in prange(n):
        x = A
        if i % 2:
            x = np.ones(3) * i
        s += x.sum()
    return s


# ---- containers ----

@njit
def listed(n):
    x = [A]
    x.append(np.ones(n))
    y = [np.ones(n)]
    y.append(A)
    return x[0].sum(), x[1].sum(), y[1][2], len([A, np.ones(n)])


@njit
def given_list(n):
    return [A, np.ones(n)]


@njit
def in_dict(n):
    x = {1: np.ones(n)}
    x[2] = A
    y = {1: A}
    y[2] = np.ones(n)
    return x[1].sum() + x[2].sum() * y[1][0] + y[2].sum()


@jitclass([("a", float64[::1])])
class Box:
    def __init__(self, c):
        if c:
            self.a = A
        else:
            self.a = np.ones(2)


@njit
def boxed(c):
    return Box(c).a.sum()


# ---- what is refused ----

@njit
def stores(c, n):
    if c:
        x = A
    else:
        x = np.zeros(n)
    x[0] = 5.0
    return x


@njit
def stores_in_item(n):
    x = [np.ones(n)]
    x.append(A)
    x[0][0] = 5.0
    return x[0]


@njit
def other_elements(c, n):
    x = NUMBERS
    if c:
        x = np.ones(n)
    return x


def cases():
    for f in (first_branch, second_branch, conditional, tuples, rows, transposed, fortran, strided, of_complex, empty,
              expressions, caught, passed, inner, closure, of_generators):
        for c in (True, False):
            yield f, c, 3
    for f in (two_constants, without_axes, boxed):
        yield f, True
        yield f, False
    for c in (True, False):
        yield argument, c, np.array([7.0, 8.0])
        yield of_records, c, RECORDS[::-1].copy()
        for f in (stores, other_elements):
            yield case(f, c, 2, python="the array of the module would change, and dtypes may differ")
    for n in (0, 3):
        for f in (grows, swapped, parallel, listed, given_list, in_dict):
            yield f, n
    for c in range(3):
        yield optional, c, 2
    yield case(stores_in_item, 2, python="the list has two arrays")
