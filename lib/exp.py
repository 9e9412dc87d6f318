# SPDX-License-Identifier: Apache-2.0
"""exp: x = n ln 2 + r, a polynomial in r, and 2^n by two exact factors, so that
results near the ends of the range round once."""
from portkern.lib import bitcast, f32, f64, fma, i32, i64, max_nan, min_nan


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
def exp_f32(x: f32) -> f32:
    x = min_nan(max_nan(x, -104.0), 89.0)
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, x)
    r = fma(n, -0x1.7f7d1cp-20, r)
    return scale_f32(exp_series_f32(r), bitcast(shifted, i32) - 0x4b400000)


def exp_f64(x: f64) -> f64:
    x = min_nan(max_nan(x, -746.0), 710.0)
    shifted = fma(x, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, x)
    r = fma(n, -0x1.ef35793c7673p-45, r)
    return scale_f64(exp_series_f64(r), i32(bitcast(shifted, i64)))
