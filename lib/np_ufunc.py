# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements: frontend/ufuncs.def says for which types they
are made. Ordinary kernels: these are typed by Python's rules, not by those of
the library, and what is wider than the loop becomes its type again."""
import math
import numpy as np


def np_add(x, y):
    return x + y


def np_subtract(x, y):
    return x - y


def np_multiply(x, y):
    return x * y


def np_divide(x, y):
    return x / y


# NumPy's loop, not Python's //.
def np_floor_divide(x, y):
    return np.floor(x / y)


def np_floor_divide_int(x, y):
    return x // y


def np_remainder(x, y):
    return x % y


def np_fmod(x, y):
    return math.fmod(x, y)


# The sign of the dividend.
def np_fmod_int(x, y):
    r = x % y
    return r - y if r != 0 and (x < 0) != (y < 0) else r


def np_power(x, y):
    return x ** y


def np_float_power(x, y):
    return x ** y


def np_negative(x):
    return -x


def np_positive(x):
    return x


def np_sign(x):
    return x if x != x else (x > 0) - (x < 0)


def np_sign_complex(x):
    if x != x:
        return x
    by = x.real if x.real != 0 else x.imag
    return complex((by > 0) - (by < 0))


def np_conjugate(x):
    return x.conjugate()


def np_square(x):
    return x * x


# Of an integer by way of float64, in which 1 / 0 is infinite.
def np_reciprocal(x):
    return 1.0 / x


def np_logaddexp(x, y):
    d = x - y
    if x == y:
        return x + 0.6931471805599453
    if d > 0:
        return x + math.log1p(math.exp(-d))
    if d <= 0:
        return y + math.log1p(math.exp(d))
    return d


def np_logaddexp2(x, y):
    d = x - y
    if x == y:
        return x + 1.0
    if d > 0:
        return x + 1.4426950408889634 * math.log1p(np.exp2(-d))
    if d <= 0:
        return y + 1.4426950408889634 * math.log1p(np.exp2(d))
    return d


def np_gcd(x, y):
    a, b = abs(x), abs(y)
    while b != 0:
        a, b = b, a % b
    return a


def np_lcm(x, y):
    return abs(x * (y // np_gcd(y, x))) if x != 0 else 0 * x


def np_left_shift(x, y):
    return x << y


def np_right_shift(x, y):
    return x >> y


def np_bitwise_and(x, y):
    return x & y


def np_bitwise_or(x, y):
    return x | y


def np_bitwise_xor(x, y):
    return x ^ y


def np_invert(x):
    return ~x


def np_equal(x, y):
    return x == y


def np_not_equal(x, y):
    return x != y


def np_less(x, y):
    return x < y


def np_less_equal(x, y):
    return x <= y


def np_greater(x, y):
    return x > y


def np_greater_equal(x, y):
    return x >= y


# Complex numbers are in order of the real part, then of the imaginary one.
def np_less_complex(x, y):
    return x.real < y.real or (x.real == y.real and x.imag < y.imag)


def np_less_equal_complex(x, y):
    return x.real < y.real or (x.real == y.real and x.imag <= y.imag)


def np_greater_complex(x, y):
    return np_less_complex(y, x)


def np_greater_equal_complex(x, y):
    return np_less_equal_complex(y, x)


def np_logical_and(x, y):
    return bool_of(x) and bool_of(y)


def np_logical_or(x, y):
    return bool_of(x) or bool_of(y)


def np_logical_xor(x, y):
    return bool_of(x) != bool_of(y)


def np_logical_not(x):
    return not x


def bool_of(x):
    return True if x else False


def np_signbit(x):
    return math.copysign(1.0, x) < 0.0
