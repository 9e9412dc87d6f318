# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of elements: frontend/builtins/ufuncs.def says for which types they
are made. Ordinary kernels: these are typed by Python's rules, not by those of
the library, and what is wider than the loop becomes its type again."""
import cmath
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


# Python's //, which is exact; by 0 it is the quotient.
def np_floor_divide(x, y):
    return x // y if y != 0 else x / y


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


# The direction, as NumPy has it since 2.0. Where the length is infinite it is that of
# the infinite part, and of the imaginary one where both are finite.
def np_sign_complex(x):
    size = abs(x)
    if not math.isinf(size):
        return complex(x.real / size, x.imag / size) if size != 0 else complex(0.0)
    if not math.isinf(x.real):
        return complex(0.0, math.copysign(1.0, x.imag))
    if math.isinf(x.imag):
        return complex(math.nan, math.nan)
    return complex(math.copysign(1.0, x.real), 0.0)


def np_conjugate(x):
    return x.conjugate()


def np_square(x):
    return x * x


# Of an integer by way of float64, in which 1 / 0 is infinite.
def np_reciprocal(x):
    return 1.0 / x


def np_exp2(x):
    return cmath.exp(complex(x.real * 0.6931471805599453, x.imag * 0.6931471805599453))


def np_expm1(x):
    a = math.exp(x.real)
    return complex(a * math.cos(x.imag) - 1, a * math.sin(x.imag))


def np_log1p(x):
    a = x.real + 1
    return complex(math.log(math.hypot(a, x.imag)), math.atan2(x.imag, a))


def np_rint(x):
    return complex(np.rint(x.real), np.rint(x.imag))


# The larger part divides, as in NumPy.
def np_reciprocal_complex(x):
    if abs(x.imag) <= abs(x.real):
        r = x.imag / x.real
        d = x.real + x.imag * r
        return complex(1 / d, -r / d)
    r = x.real / x.imag
    d = x.real * r + x.imag
    return complex(r / d, -1 / d)


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


# The sign goes at the end: the least int64 keeps its own before.
def np_gcd(x, y):
    a, b = x, y
    while b != 0:
        a, b = b, a % b
    return abs(a)


def np_lcm(x, y):
    return abs(x * (y // np_gcd(y, x))) if x != 0 else x


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


# Complex numbers are in order of the real part, then of the imaginary one, a NaN
# in that before or behind nothing.
def np_less_complex(x, y):
    ordered = x.imag == x.imag and y.imag == y.imag
    return (x.real < y.real and ordered) or (x.real == y.real and x.imag < y.imag)


def np_less_equal_complex(x, y):
    ordered = x.imag == x.imag and y.imag == y.imag
    return (x.real < y.real and ordered) or (x.real == y.real and x.imag <= y.imag)


def np_greater_complex(x, y):
    return np_less_complex(y, x)


def np_greater_equal_complex(x, y):
    return np_less_equal_complex(y, x)


# A complex NaN is one with a NaN in it.
def np_minimum(x, y):
    if np_isnan_complex(x) or np_isnan_complex(y):
        return x if np_isnan_complex(x) else y
    return x if np_less_equal_complex(x, y) else y


def np_maximum(x, y):
    if np_isnan_complex(x) or np_isnan_complex(y):
        return x if np_isnan_complex(x) else y
    return x if np_greater_equal_complex(x, y) else y


def np_fmin(x, y):
    if np_isnan_complex(x) or np_isnan_complex(y):
        return x if np_isnan_complex(y) else y
    return x if np_less_equal_complex(x, y) else y


def np_fmax(x, y):
    if np_isnan_complex(x) or np_isnan_complex(y):
        return x if np_isnan_complex(y) else y
    return x if np_greater_equal_complex(x, y) else y


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


# Up from zero, elsewhere away from it; in NumPy's float16 always up.
def np_spacing(x):
    y = abs(x) if x == 0 else x
    if isinstance(x, np.float16):
        return np.nextafter(y, np.float16(np.inf)) - y if y - y == 0 else y - y
    return np.nextafter(y, np.copysign(np.float16(np.inf), y)) - y


def np_isneginf(x):
    return x == -math.inf


def np_isposinf(x):
    return x == math.inf


def np_divmod(x, y):
    return divmod(x, y)


def np_signbit(x):
    return math.copysign(1.0, x) < 0.0


# What follows is made for the types of the arguments as they are.
def np_round(x, n):
    return np.rint(x) if n == 0 else round(x, n)


def np_round_int(x, n):
    return int(x) if n == 0 else int(round(x, n))


def np_round_complex(x, n):
    return complex(np_round(x.real, n), np_round(x.imag, n))


def np_around(x, n):
    return np_round(x, n)


def np_around_int(x, n):
    return np_round_int(x, n)


def np_around_complex(x, n):
    return np_round_complex(x, n)


def np_round_(x, n):
    return np_round(x, n)


def np_round__int(x, n):
    return np_round_int(x, n)


def np_round__complex(x, n):
    return np_round_complex(x, n)


# Infinities are close to themselves, a NaN to nothing unless that is asked for.
def np_isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    if np.isnan(a) or np.isnan(b):
        return equal_nan != 0 and np.isnan(a) and np.isnan(b)
    if np.isinf(a) or np.isinf(b):
        return a == b
    return abs(a - b) <= atol + rtol * abs(b * 1.0)


# Integers are far from each other as float64: differences do not wrap.
def np_isclose_int(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return np_isclose(float(a), b, rtol, atol, equal_nan)


def np_sinc(x):
    if x == 0:
        return x * 0 + 1
    y = math.pi * x
    return np.sin(y) / y


def np_real(x):
    return x.real


def np_imag(x):
    return x.imag


def np_angle(x, deg):
    y = math.atan2(np_imag(x), np_real(x))
    return y * 180 / math.pi if deg else y


def np_isreal(x):
    return x.imag == 0


def np_iscomplex(x):
    return x.imag != 0


def np_isnan_complex(x):
    return math.isnan(x.real) or math.isnan(x.imag)


def np_isinf_complex(x):
    return math.isinf(x.real) or math.isinf(x.imag)


def np_isfinite_complex(x):
    return math.isfinite(x.real) and math.isfinite(x.imag)


def host_divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)
