# SPDX-License-Identifier: Apache-2.0
"""exp: x = n ln 2 + r, a polynomial in r, and 2^n by two exact factors, so that
results near the ends of the range round once."""
from portkern.lib import (abs, bitcast, clz, fma, i32, i64, max_nan, min_nan,
                          select, T, u32, u64)


# n may have anything in its upper half: the bits of 1.5 * 2^23 + n will do.
def power_of_two_f32(n: i32) -> f32:
    return bitcast((n << 23) + 0x3f800000, f32)


def power_of_two_f64(n: i32) -> f64:
    return bitcast(i64(n + 1023) << 52, f64)


def scale_T(x: T, n: i32) -> T:
    half = n >> 1
    return x * power_of_two_T(half) * power_of_two_T(n - half)


# The exponent field, going on below 1 for subnormals.
def exponent_f32(x: f32) -> i32:
    bits = bitcast(x, u32)
    return select(bits < 0x800000, 9 - i32(clz(bits)), i32(bits >> 23))


def exponent_f64(x: f64) -> i32:
    bits = bitcast(x, u64)
    return select(bits < 0x10000000000000, 12 - i32(clz(bits)),
                  i32(bits >> 52))


# exp(r) is 1 + r + r * r times this.
def exp_tail_f32(r: f32) -> f32:
    p = fma(0x1.694ac2p-10, r, 0x1.12398ep-7)
    p = fma(p, r, 0x1.555a28p-5)
    p = fma(p, r, 0x1.555492p-3)
    return fma(p, r, 0x1.fffffap-2)


def exp_tail_f64(r: f64) -> f64:
    p = fma(0x1.ad901f1fee625p-26, r, 0x1.28ae1bd9690fap-22)
    p = fma(p, r, 0x1.71df1b009ea35p-19)
    p = fma(p, r, 0x1.a0199941cb74fp-16)
    p = fma(p, r, 0x1.a01a012ede088p-13)
    p = fma(p, r, 0x1.6c16c1847fa4p-10)
    p = fma(p, r, 0x1.1111111126ec7p-7)
    p = fma(p, r, 0x1.55555555506a3p-5)
    p = fma(p, r, 0x1.55555555554fdp-3)
    return fma(p, r, 0x1.000000000000ap-1)


def exp_series_T(r: T) -> T:
    return fma(fma(exp_tail_T(r), r, 1.0), r, 1.0)


# Adding 1.5 * 2^23 (2^52) rounds to an integer, which then sits in the low
# bits of the sum.
# 2^k exp(x), k about 0.
def exp_scaled_f32(x: f32, k: i32) -> f32:
    x = min_nan(max_nan(x, -104.0), 90.0)
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, x)
    r = fma(n, -0x1.7f7d1cp-20, r)
    return scale_f32(exp_series_f32(r), bitcast(shifted, i32) + k)


def exp_T(x: T) -> T:
    return exp_scaled_T(x, 0)


def exp_scaled_f64(x: f64, k: i32) -> f64:
    x = min_nan(max_nan(x, -746.0), 711.0)
    shifted = fma(x, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, x)
    r = fma(n, -0x1.ef35793c7673p-45, r)
    return scale_f64(exp_series_f64(r), i32(bitcast(shifted, i64)) + k)


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
    return scale_f32(p, bitcast(shifted, i32))


def exp2_f64(x: f64) -> f64:
    x = min_nan(max_nan(x, -1076.0), 1025.0)
    shifted = x + 0x1.8p52
    r = x - (shifted - 0x1.8p52)
    h = r * 0x1.62e42fefa39efp-1
    l = fma(r, 0x1.abc9e3b39803fp-56, fma(r, 0x1.62e42fefa39efp-1, -h))
    p = exp_series_f64(h)
    return scale_f64(fma(p, l, p), i32(bitcast(shifted, i64)))


# x = n ln 2 + r with 10^r by a polynomial of its own.
def exp10_f32(x: f32) -> f32:
    x = min_nan(max_nan(x, -46.0), 39.0)
    shifted = fma(x, 0x1.a934fp1, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.344p-2, x)
    r = fma(n, -0x1.3509f8p-18, r)
    p = fma(0x1.af732p-5, r, 0x1.a8f1b6p-3)
    p = fma(p, r, 0x1.1481f2p-1)
    p = fma(p, r, 0x1.2bd77p0)
    p = fma(p, r, 0x1.04701p1)
    p = fma(p, r, 0x1.53524cp1)
    p = fma(p, r, 0x1.26bb1cp1)
    return scale_f32(fma(p, r, 1.0), bitcast(shifted, i32))


# r is what n log10(2) leaves of x, and r ln 10 a sum of two floats.
def exp10_f64(x: f64) -> f64:
    x = min_nan(max_nan(x, -325.0), 310.0)
    shifted = fma(x, 0x1.a934f0979a371p1, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.34413509f8p-2, x)
    r = fma(n, 0x1.80433b83b532ap-44, r)
    h = r * 0x1.26bb1bbb55516p1
    l = fma(r, -0x1.f48ad494ea3e9p-53, fma(r, 0x1.26bb1bbb55516p1, -h))
    tail = fma(exp_tail_f64(h), h * h, fma(l, h, l))
    return scale_f64(1.0 + (h + tail), i32(bitcast(shifted, i64)))


# exp(x) - 1 is 2^n (m + low) + 2^n - 1 with m + low = exp(r) - 1; in halves,
# since 2^128 is none.
def expm1_f32(x: f32) -> f32:
    a = min_nan(max_nan(x, -18.0), 89.0)
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
    tail = fma(p, r * r, rl)
    m = r + tail
    low = (r - m) + tail
    s = bitcast((bitcast(shifted, i32) << 23) + 0x3f000000, f32)
    t = s - 0.5
    y = fma(m, s, t)
    y = y + (fma(m, s, t - y) + fma(low, s, (s - t) - 0.5))
    return select(abs(x) < 0x1p-25, x, y + y)


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
