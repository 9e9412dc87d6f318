# SPDX-License-Identifier: Apache-2.0
"""Numbers in, numbers out."""
import math

import numpy as np
from cases import case
from numba import njit


@njit
def add(a, b=2):
    return a + b


@njit
def divide(a, b):
    return a / b, a // b, a % b


@njit
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@njit
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@njit
def nothing(n):
    n += 1


@njit
def same(x):
    return x


@njit
def root(x):
    return math.sqrt(x)


@njit
def compare(a, b):
    return a < b, a == b, not a


@njit
def power(a, b):
    return a ** b


@njit
def extremes(a, b):
    return min(a, b), max(a, b), min((b, a)), max((b, a))


@njit
def wraps(n):
    return n + 9223372036854775807


@njit
def fitting(a):
    """Floats of small integers, which are known to fit what they become, and one that is not."""
    b = np.zeros((9, len(a)), np.int64)
    for i in range(len(a)):
        v = float(a[i])
        b[0, i] = np.uint8(v)
        b[1, i] = np.int8(v * 0.5)
        b[2, i] = np.int16(v * 128.0 - 1.0)
        b[3, i] = np.int32(-v * 8421504.0)
        b[4, i] = np.int64(v / 3.0 - 40.25)
        b[5, i] = np.int64(v * 1e15)
        b[6, i] = int(np.float32(v) * np.float32(0.1))
        b[7, i] = np.uint64(max(v, 3.0) * 2.0)
        b[8, i] = int(abs(np.floor(v - 100.0)))
    return b


@njit
def complex_root(z):
    return np.sqrt(z), (z * 4).real


def cases():
    yield fitting, np.arange(256).astype(np.uint8)
    yield add, 1, 2
    yield add, 1
    yield case(add, keywords={"b": 3, "a": 4})
    yield add, 1.5, 2
    yield add, True, True
    yield add, 1j, 2
    yield add, np.float32(1.5), np.float32(2)
    yield add, np.float32(1.5), 2
    yield add, np.int8(100), np.int8(100)
    yield case(add, np.uint8(200), np.uint8(100), python="NumPy's uint8 wraps")
    yield add, np.uint64(5), 3
    yield case(add, 2 ** 63, 2 ** 63, numba="takes no such int", python="integers wrap")
    yield add, (1, 2), (3.5,)
    for a, b in ((7, 2), (-7, 2), (7, -2), (7.5, 2), (-7.5, 2.0), (1, 0), (1.0, 0), (0, 5)):
        yield divide, a, b
    yield fib, 20
    yield gcd, 48, 36
    yield nothing, 3
    yield case(same, 2 ** 63, numba="takes no such int")
    for x in (None, True, 3, 2.5, 1 + 2j, np.int16(3), np.uint32(4), np.float32(0.1), np.complex64(1 + 2j),
              np.bool_(True), (1, 2.5, (True, None)), -0.0, math.nan, math.inf):
        yield same, x
    yield root, 2
    yield root, 2.0
    yield root, -1.0
    yield compare, 1, 2
    yield compare, 1.5, 1
    yield compare, math.nan, math.nan
    yield power, 2, 10
    yield power, 2, -1
    yield case(power, 2.0, 0.5, close=2e-16)
    yield case(power, 2, 0.5, close=2e-16)
    for a in (1.0, 0.0, -0.0, math.nan):
        for b in (2.0, 0.0, -0.0, math.nan):
            yield extremes, a, b
    yield extremes, np.float32(1), 2.0
    yield case(wraps, 1, python="integers wrap")
    for x in (0.0, -0.0, 1.0, -1.0):
        for y in (0.0, -0.0, 1.0, -1.0, 0.25):
            yield case(complex_root, complex(x, y), python="Numba's has another last bit where the real part is 0")
