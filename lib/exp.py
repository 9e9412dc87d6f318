# SPDX-License-Identifier: Apache-2.0
"""exp: x = n ln 2 + r, a polynomial in r, and 2^n by two exact factors, so that
results near the ends of the range round once."""
from portkern.lib import (abs, bitcast, clz, f32, f64, fma, i32, i64,
                          max_nan, min_nan, select, u32, u64)


def power_of_two_f32(n: i32) -> f32:
    return bitcast((n + 127) << 23, f32)


def power_of_two_f64(n: i32) -> f64:
    return bitcast(i64(n + 1023) << 52, f64)


def scale_f32(x: f32, n: i32) -> f32:
    half = n >> 1
    return x * power_of_two_f32(half) * power_of_two_f32(n - half)


def scale_f64(x: f64, n: i32) -> f64:
    half = n >> 1
    return x * power_of_two_f64(half) * power_of_two_f64(n - half)


# The exponent field, going on below 1 for subnormals.
def exponent_f32(x: f32) -> i32:
    bits = bitcast(x, u32)
    return select(bits < 0x800000, 9 - i32(clz(bits)), i32(bits >> 23))


def exponent_f64(x: f64) -> i32:
    bits = bitcast(x, u64)
    return select(bits < 0x10000000000000, 12 - i32(clz(bits)),
                  i32(bits >> 52))


def exp_series_f32(r: f32) -> f32:
    p = fma(0x1.694ac2p-10, r, 0x1.12398ep-7)
    p = fma(p, r, 0x1.555a28p-5)
    p = fma(p, r, 0x1.555492p-3)
    p = fma(p, r, 0x1.fffffap-2)
    p = fma(p, r, 1.0)
    return fma(p, r, 1.0)


def exp_series_f64(r: f64) -> f64:
    p = fma(0x1.ad901f1fee625p-26, r, 0x1.28ae1bd9690fap-22)
    p = fma(p, r, 0x1.71df1b009ea35p-19)
    p = fma(p, r, 0x1.a0199941cb74fp-16)
    p = fma(p, r, 0x1.a01a012ede088p-13)
    p = fma(p, r, 0x1.6c16c1847fa4p-10)
    p = fma(p, r, 0x1.1111111126ec7p-7)
    p = fma(p, r, 0x1.55555555506a3p-5)
    p = fma(p, r, 0x1.55555555554fdp-3)
    p = fma(p, r, 0x1.000000000000ap-1)
    p = fma(p, r, 1.0)
    return fma(p, r, 1.0)


# Adding 1.5 * 2^23 (2^52) rounds to an integer, which then sits in the low
# bits of the sum.
# 2^k exp(x), k about 0.
def exp_scaled_f32(x: f32, k: i32) -> f32:
    x = min_nan(max_nan(x, -104.0), 90.0)
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, x)
    r = fma(n, -0x1.7f7d1cp-20, r)
    whole = bitcast(shifted, i32) - 0x4b400000
    return scale_f32(exp_series_f32(r), whole + k)


def exp_f32(x: f32) -> f32:
    return exp_scaled_f32(x, 0)


def exp_scaled_f64(x: f64, k: i32) -> f64:
    x = min_nan(max_nan(x, -746.0), 711.0)
    shifted = fma(x, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, x)
    r = fma(n, -0x1.ef35793c7673p-45, r)
    return scale_f64(exp_series_f64(r), i32(bitcast(shifted, i64)) + k)


def exp_f64(x: f64) -> f64:
    return exp_scaled_f64(x, 0)


def exp2_f32(x: f32) -> f32:
    x = min_nan(max_nan(x, -151.0), 129.0)
    shifted = x + 0x1.8p23
    r = x - (shifted - 0x1.8p23)
    p = fma(0x1.3fabfep-13, r, 0x1.5f0ccap-10)
    p = fma(p, r, 0x1.3b3098p-7)
    p = fma(p, r, 0x1.c6af74p-5)
    p = fma(p, r, 0x1.ebfbd8p-3)
    p = fma(p, r, 0x1.62e43p-1)
    p = fma(p, r, 1.0)
    return scale_f32(p, bitcast(shifted, i32) - 0x4b400000)


def exp2_f64(x: f64) -> f64:
    x = min_nan(max_nan(x, -1076.0), 1025.0)
    shifted = x + 0x1.8p52
    r = x - (shifted - 0x1.8p52)
    h = r * 0x1.62e42fefa39efp-1
    l = fma(r, 0x1.abc9e3b39803fp-56, fma(r, 0x1.62e42fefa39efp-1, -h))
    p = exp_series_f64(h)
    return scale_f64(fma(p, l, p), i32(bitcast(shifted, i64)))


# exp(x) - 1 as a sum of two floats, |x| up to 40: 2^n (m + ml) - 1 with m + ml
# = exp(r) - 1 and 1 put where it is exact.
def expm1_two_f32(x: f32) -> (f32, f32):
    a = min_nan(max_nan(x, -40.0), 40.0)
    shifted = fma(a, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    h = fma(n, -0x1.62e4p-1, a)
    r = fma(n, -0x1.7f7d1cp-20, h)
    rl = fma(n, -0x1.7f7d1cp-20, h - r)
    p = fma(0x1.9e0c3cp-13, r, 0x1.6d4376p-10)
    p = fma(p, r, 0x1.111306p-7)
    p = fma(p, r, 0x1.5554fp-5)
    p = fma(p, r, 0x1.555554p-3)
    p = fma(p, r, 0.5)
    tail = fma(p, r * r, fma(rl, r, rl))
    m = r + tail
    ml = (r - m) + tail
    s = power_of_two_f32(bitcast(shifted, i32) - 0x4b400000)
    t = s - 1.0
    y = fma(s, m, t)
    rest = select(abs(t) > abs(s * m), fma(s, m, t - y), fma(s, m, -y) + t)
    rest = fma(s, ml, rest + ((s - t) - 1.0))
    h = y + rest
    return h, (y - h) + rest


def expm1_f32(x: f32) -> f32:
    h, l = expm1_two_f32(x)
    y = select(x > 39.0, exp_f32(x), h)
    return select(x == 0.0, x, y)


def expm1_two_f64(x: f64) -> (f64, f64):
    a = min_nan(max_nan(x, -60.0), 60.0)
    shifted = fma(a, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    h = fma(n, -0x1.62e42fefa38p-1, a)
    r = fma(n, -0x1.ef35793c7673p-45, h)
    rl = fma(n, -0x1.ef35793c7673p-45, h - r)
    # Taylor: the rest is below 2^-56 of the whole
    p = fma(0x1.6124613a86d09p-33, r, 0x1.1eed8eff8d898p-29)
    p = fma(p, r, 0x1.ae64567f544e4p-26)
    p = fma(p, r, 0x1.27e4fb7789f5cp-22)
    p = fma(p, r, 0x1.71de3a556c734p-19)
    p = fma(p, r, 0x1.a01a01a01a01ap-16)
    p = fma(p, r, 0x1.a01a01a01a01ap-13)
    p = fma(p, r, 0x1.6c16c16c16c17p-10)
    p = fma(p, r, 0x1.1111111111111p-7)
    p = fma(p, r, 0x1.5555555555555p-5)
    p = fma(p, r, 0x1.5555555555555p-3)
    p = fma(p, r, 0.5)
    tail = fma(p, r * r, fma(rl, r, rl))
    m = r + tail
    ml = (r - m) + tail
    s = power_of_two_f64(i32(bitcast(shifted, i64)))
    t = s - 1.0
    y = fma(s, m, t)
    rest = select(abs(t) > abs(s * m), fma(s, m, t - y), fma(s, m, -y) + t)
    rest = fma(s, ml, rest + ((s - t) - 1.0))
    h = y + rest
    return h, (y - h) + rest


def expm1_f64(x: f64) -> f64:
    h, l = expm1_two_f64(x)
    y = select(x > 59.0, exp_f64(x), h)
    return select(x == 0.0, x, y)
