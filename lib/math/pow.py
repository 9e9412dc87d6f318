# SPDX-License-Identifier: Apache-2.0
"""pow: exp(y log x) with the logarithm as a sum of two floats, which y log x
needs: up to 7 (10) bits of it are the exponent of the result."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          INF, max_nan, min_nan, NAN, select, T, trunc)
from exp import exp_series_f32, exp_series_f64, scale_f32, scale_f64
from log import log_two_f32, log_two_f64


# x ** y where x is not positive and finite, or y no number: z is the power of
# |x|.
def pow_ends_T(x: T, y: T, z: T) -> T:
    a = abs(x)
    end = select((a == 0.0) == (y < 0.0), INF, T(0.0))
    z = select(a == 0.0, end, z)
    z = select(a == INF, end, z)
    odd = trunc(y * 0.5) != y * 0.5
    whole = trunc(y) == y
    signed = select(copysign(1.0, x) < 0.0, -z, z)
    # A negative base: the sign of an odd power, nothing for a fraction.
    z = select(odd, select(whole, signed, z), z)
    fraction = select(whole, z, NAN)
    z = select(x < 0.0, select(x > -INF, fraction, z), z)
    z = select(x != x, x, z)
    z = select(y != y, y, z)
    z = select(x == 1.0, T(1.0), z)
    return select(y == 0.0, T(1.0), z)


# e ** (t + l), where l is small.
def exp_two_f32(t: f32, l: f32) -> f32:
    h = min_nan(max_nan(t, -110.0), 110.0)
    shifted = fma(h, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, h) + fma(n, -0x1.7f7d1cp-20, l)
    return scale_f32(exp_series_f32(r), bitcast(shifted, i32))


def pow_f32(x: f32, y: f32) -> f32:
    high, low = log_two_f32(abs(x))
    b = min_nan(max_nan(y, -0x1p40), 0x1p40)
    t = high * b
    l = select(abs(t) < 110.0, fma(low, b, fma(high, b, -t)), 0.0)
    z = exp_two_f32(t, l)
    if not (x > 0.0 and x < bitcast(i32(0x7f800000), f32) and y == y):
        z = pow_ends_f32(x, y, z)
    return z


# x to a whole power that float32 does not hold, y + rest.
def pow_whole_f32(x: f32, y: f32, rest: f32, odd: bool) -> f32:
    infinity = bitcast(i32(0x7f800000), f32)
    a = abs(x)
    high, low = log_two_f32(a)
    t = high * y
    l = fma(high, rest, fma(low, y, fma(high, y, -t)))
    z = exp_two_f32(t, select(abs(t) < 110.0, l, 0.0))
    end = select((a == 0.0) == (y < 0.0), infinity, f32(0.0))
    z = select(a == 0.0 or a == infinity, end, z)
    z = select(odd and bitcast(x, i32) < 0, -z, z)
    return select(x != x, x, z)


def pow_f64(x: f64, y: f64) -> f64:
    high, low = log_two_f64(abs(x))
    b = min_nan(max_nan(y, -0x1p80), 0x1p80)
    t = high * b
    l = select(abs(t) < 800.0, fma(low, b, fma(high, b, -t)), 0.0)
    h = min_nan(max_nan(t, -800.0), 800.0)
    shifted = fma(h, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, h) + fma(n, -0x1.ef35793c7673p-45, l)
    z = scale_f64(exp_series_f64(r), i32(bitcast(shifted, i64)))
    if not (x > 0.0 and x < bitcast(i64(0x7ff0000000000000), f64) and y == y):
        z = pow_ends_f64(x, y, z)
    return z
