# SPDX-License-Identifier: Apache-2.0
"""Several arrays of integers in an index, among slices; and functions that go along axes which
are arguments: take, cumsum, cumprod, argsort, and sum over several."""
import numpy as np
from cases import case
from numba import njit

OUTSIDE = "Numba reads and writes outside of the array"


@njit
def two(a, i, j):
    return a[i, j]


@njit
def three(a, i, j, k):
    return a[i, j, k]


@njit
def apart(a, i, j):
    return a[i, :, j], a[i, 1:2, j], a[i, ..., j]


@njit
def behind(a, i, j):
    return a[:, i, j], a[..., i, j]


@njit
def in_front(a, i, j):
    return a[i, j, :], a[i, j], a[None, i, j]


@njit
def one(a, i):
    return a[:, i], a[..., i], a[i, ...], a[None, i], a[0, :, i], a[i, :, 0], a[0, i, 1:], a[0:2, i]


@njit
def with_slice(a, s, i, j):
    return a[s, i, j]


@njit
def reduced(a, i, j):
    return a[i, j].sum() + (a[i, j] * 2).max()


@njit
def store(a, i, j, v):
    a[i, j] = v
    return a


@njit
def store_apart(a, i, j, v):
    a[i, :, j] = v
    return a


@njit
def store_one(a, i, v):
    a[:, i] = v
    return a


@njit
def added(a, i, j, v):
    a[i, j] += v
    return a


@njit
def take(a, i, axis):
    return np.take(a, i, axis), a.take(i, axis=axis), np.take(a, i, axis=axis)


@njit
def take_none(a, i):
    return np.take(a, i, None), np.take(a, i)


@njit
def take_tuple(a):
    return np.take(a, (0, 2), axis=1), np.take(a, [1, 0], axis=-1)


@njit
def sums(a):
    return np.sum(a, axis=(0, 1)), a.sum((1, 0)), np.sum(a, (1,)), a.sum(axis=(-1, 0)), np.sum(a, axis=())


@njit
def sums_of_three(a):
    return np.sum(a, axis=(0, 2)), np.sum(a, (2, 0)), np.sum(a, (0, 1, 2)), a.sum((1, 2)), np.sum(a, axis=(-1, 0), dtype=np.float32)


@njit
def sum_of(a, axis):
    return np.sum(a, axis=axis)


@njit
def running(a):
    return np.cumsum(a, 1), np.cumsum(a, axis=-2), a.cumsum(axis=0), np.cumsum(a, dtype=np.float32), np.cumsum(a, 0, np.int32), np.cumsum(a, None)


@njit
def running_along(a, axis):
    return np.cumsum(a, axis), a.cumsum(axis)


@njit
def products(a):
    return np.cumprod(a, 1), a.cumprod(axis=0)


@njit
def order(a):
    return np.argsort(a), a.argsort(kind="mergesort")


def cases():
    a = np.arange(24.0).reshape(4, 6)
    b = np.arange(24).reshape(2, 3, 4)
    f = np.asfortranarray(b)
    i, j = np.array([1, 0]), np.array([1, 2])
    yield two, a, np.array([0, 1, -1]), np.array([1, 2, -2])
    yield two, a, np.array([0, 1, -1]), np.array([1])
    yield two, a, np.array([0, 1, -1]), 2
    yield two, a, 2, np.array([0, 1, -1])
    yield two, a, np.array([[0, 1], [2, 3]]), np.array([[0, 1], [2, 3]])
    yield two, a, np.array([[0], [2]]), np.array([0, 1, 2])
    yield two, a, i.astype(np.uint8), j.astype(np.int32)
    yield two, a[::2, ::-1], i, j
    yield case(two, a, np.array([0, 1, -1]), np.array([1, 2]), python="NumPy's error is an IndexError")
    yield case(two, a, np.array([0, 4]), np.array([1, 2]), numba=OUTSIDE)
    yield case(two, a, np.array([0, 1]), np.array([-7, 2]), numba=OUTSIDE)
    yield case(two, a, np.array([True, False, True, False]), np.array([0, 1]), numba="it crashes in the compiler")
    yield case(two, a, np.array([1.0]), np.array([0]), python="TypingError")
    for c in (b, f):
        yield two, c, i, j
        yield three, c, i, j, np.array([0, 3])
        yield three, c, i, j, 1
        yield three, c, 1, i, j
        yield three, c, i, 1, j
        yield apart, c, i, j
        yield behind, c, i, j
        yield in_front, c, i, j
        yield one, c, i
        yield with_slice, c, slice(0, 2), i, j
        yield with_slice, c, slice(None, None, -1), i, j
    yield one, b, np.array([], np.int64)
    yield reduced, a, i, j
    yield store, a.copy(), np.array([0, 1, -1]), np.array([1, 2, -2]), -1.0
    yield store, a.copy(), np.array([0, 1, -1]), np.array([1, 2, -2]), np.array([-1.0, -2, -3])
    yield store, a.copy(), np.array([0, 1, -1]), 3, np.array([-1.0, -2, -3])
    yield case(store, a.copy(), np.array([0, 1, -1]), np.array([1, 2, -2]), np.array([-1.0, -2]), python="NumPy's words are others")
    yield case(store, a.copy(), np.array([0, 9]), np.array([1, 2]), 1.0, numba=OUTSIDE)
    yield store_apart, b.copy(), i, j, -1
    yield store_apart, b.copy(), i, j, np.array([[1, 2, 3], [4, 5, 6]])
    yield store_apart, b.copy(), i, j, np.array([1, 2, 3])
    yield store_one, b.copy(), np.array([[0, 1], [2, 1]]), 7
    yield added, a.copy(), np.array([0, 1, 0]), np.array([1, 2, 3]), 0.5
    for k in (0, 1, -1):
        yield take, a, i, k
        yield take, a, 2, k
    yield take, np.arange(5.0), 3, 0
    yield take, np.arange(5.0), i, 0
    yield take, f, 1, 1
    yield case(take, a, i, 2, python="NumPy's error is an AxisError")
    yield case(take, a, 9, 1, numba=OUTSIDE)
    yield case(take, a, np.array([[0, 1], [2, 3]]), 0, numba="it takes arrays with one axis alone")
    yield take_none, a, i
    yield take_tuple, a
    for c in (a, a.T, a.astype(np.int32), a > 3, np.ones((0, 3))):
        yield sums, c
    for c in (b, f, b / 7, (b / 7).astype(np.float32)[::-1]):
        yield sums_of_three, c
    for k in ((0, 0), (0, -2)):
        yield sum_of, a, k
    yield case(sum_of, a, (0, 2), numba="it is an AxisError there, which is a ValueError", python="so it is there")
    yield case(sum_of, a, (1.0,), python="TypingError")
    for c in (a, a.T, a.astype(np.int32), a > 3, a[:, :0]):
        yield running, c
    for k in (0, 1, -2):
        yield running_along, a, k
    yield case(running_along, a, 2, python="NumPy's error is an AxisError")
    yield running_along, np.arange(4), -1
    yield products, a + 1
    for c in (np.array([3, 1, 2]), np.array([[3.0, np.nan, 1.0], [2.0, 2.0, 0.5]]), (a * 7 % 5).T, np.random.RandomState(3).rand(2, 3, 20)):
        yield case(order, c)
