# SPDX-License-Identifier: Apache-2.0
"""Functions with @vectorize that functions with @njit call, with numbers and with arrays."""
import math

import numpy as np
from cases import case
from numba import njit, prange, vectorize


@vectorize
def least(x, y):
    if x > y:
        return y
    return x


@vectorize(["float32(float32, float32)", "float64(float64, float64)"])
def halves(x, y):
    return x / 2 + y // 2


@vectorize(["int64(int64)", "complex128(complex128)"])
def square(x):
    return x * x


@vectorize
def is_between(x, low, high):
    return low <= x < high


@vectorize(["float32(float64)"])
def narrow(x):
    return x / 3


@vectorize
def inverse(x):
    return 1 / x


@vectorize
def deep(x, y):
    return math.hypot(least(x, 2.0), y)


@njit
def of_numbers(a, b):
    return least(a, b)


@njit
def of_arrays(a, b):
    return least(a, b)


@njit
def fused(a, b):
    return 2 * least(a, b + 1) - a


@njit
def reduced(a, b):
    return np.sum(least(a, b)), least(a, b).max()


@njit
def typed(a, b):
    return halves(a, b)


@njit
def squares(a):
    return square(a)


@njit
def mask(a):
    return a[is_between(a, 1, 4)]


@njit
def narrowed(a):
    return narrow(a)


@njit
def inverted(a):
    return inverse(a)


@njit
def nested(a):
    return deep(a, deep(a, 1.0))


@njit
def outer(a, b):
    return least(a[:, None], b)


@njit
def into(a, b):
    out = np.zeros(a.shape)
    least(a, b, out)
    out[1:] = least(out[1:], out[:-1])
    return out


@njit
def in_place(a):
    a[:] = least(a, 2.0)
    a += least(a, 1.0)
    return a


@njit(parallel=True)
def in_loop(a, out):
    for i in prange(a.shape[0]):
        out[i] = least(a[i], 3.0)
    return out


@njit
def by_name(a):
    return least(x=a, y=1.0)


@njit
def too_few(a):
    return least(a)


def cases():
    yield of_numbers, 3, 4.5
    yield of_numbers, 3, 2
    yield of_numbers, np.float32(1.5), np.int16(7)
    yield of_arrays, np.arange(5.0), 2.5
    yield of_arrays, np.arange(5), np.array([3, 1, 4, 1, 5], np.int32)
    yield of_arrays, np.arange(6.0).reshape(2, 3), np.array([1.0, 0.5, 9.0])
    yield of_arrays, np.arange(12.0).reshape(3, 4)[::2, ::-1], np.float32(3)
    yield case(of_arrays, np.arange(3.0), np.arange(4.0), says="broadcast")
    yield of_arrays, np.zeros((0, 3)), 1.0
    yield fused, np.arange(5.0), np.linspace(-1, 4, 5)
    yield reduced, np.arange(5.0), 2.5
    yield typed, 7, 3
    yield typed, np.arange(5), 3
    yield typed, np.arange(5, dtype=np.int16), np.int8(3)
    yield typed, np.arange(5, dtype=np.float32), np.float32(3)
    yield typed, np.arange(5, dtype=np.float32), 3
    yield case(typed, np.arange(3) * 1j, 1.0, python="NumPy's message")
    yield squares, np.arange(4, dtype=np.uint8)
    yield squares, 3
    yield squares, np.array([1 + 2j, -1j])
    yield squares, np.arange(3.0)
    yield mask, np.arange(6.0)
    yield mask, np.arange(6)
    yield narrowed, np.arange(4)
    yield narrowed, 2.0
    yield inverted, np.array([1.0, 0.0, -0.0])
    yield inverted, np.array([1, 0, 4])
    yield inverted, 0.0
    yield nested, np.arange(4.0)
    yield outer, np.arange(3.0), np.arange(4.0)
    yield into, np.array([3.0, 1.0, 2.0]), 2.5
    yield in_place, np.arange(5.0)
    yield in_loop, np.arange(8.0).reshape(4, 2), np.zeros((4, 2))
    yield case(by_name, np.arange(3.0), python="TypeError", says="by name")
    yield case(too_few, np.arange(3.0), python="TypeError", says="takes 2 arguments")
