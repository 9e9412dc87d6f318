# SPDX-License-Identifier: Apache-2.0
"""fmod, and Python's // and % on floats, exact.

While the quotient fits the significand, trunc(x / y) is right or one too big,
and x - q y is exact in one fma. A larger quotient is taken off in pieces: y
times a power of two leaves the remainder modulo y as it is."""
from portkern.lib import (abs, bitcast, copysign, floor, fma, i32, i64,
                          select, T, trunc)
from exp import exponent_T, scale_T


def reduce_once_T(x: T, y: T) -> T:
    r = fma(-trunc(x / y), y, x)
    return select(r < 0.0, r + y, r)


def fmod_f32(x: f32, y: f32) -> f32:
    a = abs(x)
    b = abs(y)
    # False for NaN, too: what is left is not a number.
    if not (a < bitcast(i32(0x7f800000), f32) and b > 0.0):
        return bitcast(i32(0x7fc00000), f32)
    if a < b:
        return x
    while a >= b * 0x1p23:
        n = exponent_f32(a) - exponent_f32(b) - 22
        a = reduce_once_f32(a, scale_f32(b, n))
    if a >= b:
        a = reduce_once_f32(a, b)
    return copysign(a, x)


def fmod_f64(x: f64, y: f64) -> f64:
    a = abs(x)
    b = abs(y)
    if not (a < bitcast(i64(0x7ff0000000000000), f64) and b > 0.0):
        return bitcast(i64(0x7ff8000000000000), f64)
    if a < b:
        return x
    while a >= b * 0x1p52:
        n = exponent_f64(a) - exponent_f64(b) - 51
        a = reduce_once_f64(a, scale_f64(b, n))
    if a >= b:
        a = reduce_once_f64(a, b)
    return copysign(a, x)


# CPython's float_divmod.
def floor_mod_T(x: T, y: T) -> T:
    r = fmod_T(x, y)
    if r == 0.0:
        return copysign(T(0.0), y)
    return select((r < 0.0) != (y < 0.0), r + y, r)


def floor_div_T(x: T, y: T) -> T:
    if y == 0.0:
        return x / y
    r = fmod_T(x, y)
    q = (x - r) / y
    q = select(r != 0.0 and (r < 0.0) != (y < 0.0), q - 1.0, q)
    if q == 0.0:
        return copysign(T(0.0), x / y)
    n = floor(q)
    return select(q - n > 0.5, n + 1.0, n)
