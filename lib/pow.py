# SPDX-License-Identifier: Apache-2.0
"""pow: exp(y log x) with the logarithm as a sum of two floats, which y log x
needs: up to 7 (10) bits of it are the exponent of the result."""
from portkern.lib import (abs, bitcast, f32, f64, fma, i32, i64, max_nan,
                          min_nan, select, trunc)
from exp import exp_series_f32, exp_series_f64, scale_f32, scale_f64
from log import reciprocal_2_f64


# log x for positive finite x as a sum of two floats, to 2^-34: with
# q = f / (2 + f), log(1 + f) is 2 atanh(q).
def log_two_f32(x: f32) -> (f32, f32):
    tiny = x < 0x1p-126
    bits = bitcast(select(tiny, x * 0x1p23, x), i32)
    exponent = (bits - 0x3f3504f3) & -0x800000
    n = fma(f32(exponent), 0x1p-23, select(tiny, f32(-23.0), f32(0.0)))
    f = bitcast(bits - exponent, f32) - 1.0
    r = fma(-0x1.d40b32p-5, f, 0x1.066abep-3)
    r = fma(r, f, -0x1.006542p-2)
    r = fma(r, f, 0x1.fff4b8p-2)
    r = fma(fma(-(2.0 + f), r, 1.0), r, r)
    q = f * r
    ql = fma(-q, f, fma(q, -2.0, f)) * r
    # s + sl is q^2, c + cl is q^3, u + ul the series after q over q^3
    s = q * q
    sl = fma(q, ql + ql, fma(q, q, -s))
    c = s * q
    cl = fma(s, ql, fma(sl, q, fma(s, q, -c)))
    p = fma(0x1.e3041p-4, s, 0x1.24387cp-3)
    p = fma(p, s, 0x1.999a7cp-3)
    p = fma(p, s, 0x1.f97e74p-27)
    u = 0x1.555554p-2 + p
    ul = (0x1.555554p-2 - u) + p
    v = c * u
    vl = fma(c, ul, fma(cl, u, fma(c, u, -v)))
    h = q + v
    l = ((q - h) + v) + (ql + vl)
    h = h + h
    t = fma(n, 0x1.62e43p-1, h)
    e = fma(n, 0x1.62e43p-1, -t) + h
    l = fma(n, -0x1.05c61p-29, fma(2.0, l, e))
    high = t + l
    return high, (t - high) + l


def pow_f32(x: f32, y: f32) -> f32:
    infinity = bitcast(i32(0x7f800000), f32)
    a = abs(x)
    high, low = log_two_f32(a)
    b = min_nan(max_nan(y, -0x1p40), 0x1p40)
    t = high * b
    l = select(abs(t) < 110.0, fma(low, b, fma(high, b, -t)), 0.0)
    h = min_nan(max_nan(t, -110.0), 110.0)
    shifted = fma(h, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, h) + fma(n, -0x1.7f7d1cp-20, l)
    z = scale_f32(exp_series_f32(r), bitcast(shifted, i32) - 0x4b400000)
    end = select((a == 0.0) == (y < 0.0), infinity, f32(0.0))
    z = select(a == 0.0, end, z)
    z = select(a == infinity, end, z)
    odd = trunc(y * 0.5) != y * 0.5
    whole = trunc(y) == y
    signed = bitcast(bitcast(z, i32) | (bitcast(x, i32) & -0x80000000), f32)
    # A negative base: the sign of an odd power, nothing for a fraction.
    z = select(odd, select(whole, signed, z), z)
    fraction = select(whole, z, bitcast(i32(0x7fc00000), f32))
    z = select(x < 0.0, select(x > -infinity, fraction, z), z)
    z = select(x != x, x, z)
    z = select(y != y, y, z)
    z = select(x == 1.0, f32(1.0), z)
    return select(y == 0.0, f32(1.0), z)


def log_two_f64(x: f64) -> (f64, f64):
    tiny = x < 0x1p-1022
    bits = bitcast(select(tiny, x * 0x1p54, x), i64)
    exponent = (i32(bits >> 32) - 0x3fe6a09e) & -0x100000
    n = f64(exponent >> 20) + select(tiny, f64(-54.0), f64(0.0))
    f = bitcast(bits - (i64(exponent) << 32), f64) - 1.0
    r = reciprocal_2_f64(f)
    q = f * r
    ql = fma(-q, f, fma(q, -2.0, f)) * r
    # s + sl is q^2, c + cl is q^3, u + ul the series after q over q^3
    s = q * q
    sl = fma(q, ql + ql, fma(q, q, -s))
    c = s * q
    cl = fma(s, ql, fma(sl, q, fma(s, q, -c)))
    p = fma(0x1.ecfd69e0bda81p-5, s, 0x1.ddf0564df22dfp-5)
    p = fma(p, s, 0x1.11229ff11e4d1p-4)
    p = fma(p, s, 0x1.3b135385dacacp-4)
    p = fma(p, s, 0x1.745d1879103b2p-4)
    p = fma(p, s, 0x1.c71c71c4bd0d5p-4)
    p = fma(p, s, 0x1.24924924939c6p-3)
    p = fma(p, s, 0x1.999999999998ep-3)
    p = fma(p, s, 0x1.59b33685cef88p-56)
    u = 0x1.5555555555555p-2 + p
    ul = (0x1.5555555555555p-2 - u) + p
    v = c * u
    vl = fma(c, ul, fma(cl, u, fma(c, u, -v)))
    h = q + v
    l = ((q - h) + v) + (ql + vl)
    h = h + h
    t = fma(n, 0x1.62e42fefa39efp-1, h)
    e = fma(n, 0x1.62e42fefa39efp-1, -t) + h
    l = fma(n, 0x1.abc9e3b39803fp-56, fma(2.0, l, e))
    high = t + l
    return high, (t - high) + l


def pow_f64(x: f64, y: f64) -> f64:
    infinity = bitcast(i64(0x7ff0000000000000), f64)
    a = abs(x)
    high, low = log_two_f64(a)
    b = min_nan(max_nan(y, -0x1p80), 0x1p80)
    t = high * b
    l = select(abs(t) < 800.0, fma(low, b, fma(high, b, -t)), 0.0)
    h = min_nan(max_nan(t, -800.0), 800.0)
    shifted = fma(h, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, h) + fma(n, -0x1.ef35793c7673p-45, l)
    z = scale_f64(exp_series_f64(r), i32(bitcast(shifted, i64)))
    end = select((a == 0.0) == (y < 0.0), infinity, f64(0.0))
    z = select(a == 0.0, end, z)
    z = select(a == infinity, end, z)
    odd = trunc(y * 0.5) != y * 0.5
    whole = trunc(y) == y
    signed = bitcast(bitcast(z, i64) | (bitcast(x, i64) & (i64(1) << 63)), f64)
    # A negative base: the sign of an odd power, nothing for a fraction.
    z = select(odd, select(whole, signed, z), z)
    fraction = select(whole, z, bitcast(i64(0x7ff8000000000000), f64))
    z = select(x < 0.0, select(x > -infinity, fraction, z), z)
    z = select(x != x, x, z)
    z = select(y != y, y, z)
    z = select(x == 1.0, f64(1.0), z)
    return select(y == 0.0, f64(1.0), z)
