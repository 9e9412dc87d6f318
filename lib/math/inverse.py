# SPDX-License-Identifier: Apache-2.0
"""Inverses of erf, erfc and the normal distribution by Halley's steps from
short approximations, in logarithms where erfc is small, the last one as a sum of
two floats; and lengths of vectors that CUDA's library has over hypot."""
from erf import erf_T, erfc_T, erfcx_T
from exp import exp_T
from hypot import hypot_T
from log import log_T
from portkern.lib import (abs, bitcast, copysign, fma, i32, i64, max_nan,
                          min_nan, pick, select, sqrt, T)


# A step towards erf(x) = y.
def erfinv_step_T(x: T, y: T) -> (T, T):
    e = erf_T(x) - y
    step = e / fma(x, e, pick(0x1.20dd76p0, 0x1.20dd750429b6dp0) * exp_T(-x * x))
    z = x - step
    return z, (x - z) - step


# abs(y) up to 1/2: from the series.
def erfinv_near_f32(y: f32) -> (f32, f32):
    s = y * y
    p = fma(0x1.0a1318p-4, s, 0x1.62847cp-4)
    p = fma(p, s, 0x1.053c2cp-3)
    p = fma(p, s, 0x1.db29fcp-3)
    p = fma(p, s, 0x1.c5bf8ap-1)
    x, l = erfinv_step_f32(y * p, y)
    return x, l


# A step towards erfc(x) = c; q exp(-x^2) is erfc(x) with a q that is not small.
def erfcinv_step_T(x: T, c: T, l: T) -> (T, T):
    if c < 0x1p-10:
        q = erfcx_T(x)
        e = fma(-x, x, log_T(q) - l)
        k = q * pick(0x1.c5bf8ap-1, 0x1.c5bf891b4ef6bp-1)
        z = fma(e, k, x)
        return z, fma(e, k, x - z)
    e = erfc_T(x) - c
    step = e / fma(-x, e, pick(0x1.20dd76p0, 0x1.20dd750429b6dp0) * exp_T(-x * x))
    z = x + step
    return z, (x - z) + step


# c from 0 to 1/2: from Abramowitz and Stegun 26.2.22.
def erfcinv_far_f32(c: f32) -> (f32, f32):
    l = log_f32(c)
    t = sqrt(fma(-2.0, l, 0x1.62e43p0))
    below = fma(t, fma(t, 0x1.6f1562p-5, 0x1.fc0d7p-1), 1.0)
    x = (t - fma(t, 0x1.151acap-2, 0x1.275d24p1) / below) * 0x1.6a09e6p-1
    x, low = erfcinv_step_f32(x, c, l)
    x, low = erfcinv_step_f32(x, c, l)
    return select(c == 0.0, bitcast(i32(0x7f800000), f32), x), low


def erfinv_T(y: T) -> T:
    a = abs(y)
    if a > 0.5:
        x, l = erfcinv_far_T(1.0 - a)
        return copysign(x, y)
    x, l = erfinv_near_T(y)
    return x


def erfcinv_two_T(y: T) -> (T, T):
    c = min_nan(y, 2.0 - y)
    if c < 0.5:
        x, l = erfcinv_far_T(c)
        return select(y > 1.0, -x, x), select(y > 1.0, -l, l)
    x, l = erfinv_near_T(1.0 - y)
    return x, l


def erfcinv_T(y: T) -> T:
    x, l = erfcinv_two_T(y)
    return x


# sqrt 2 times the inverse, both as sums of two floats.
def normcdfinv_T(p: T) -> T:
    x, l = erfcinv_two_T(p + p)
    low = x * pick(0x1.9fcef4p-26, -0x1.bdd3413b26456p-54)
    low = fma(l, pick(0x1.6a09e6p0, 0x1.6a09e667f3bcdp0), low)
    y = fma(x, pick(-0x1.6a09e6p0, -0x1.6a09e667f3bcdp0), -low)
    return select(x + x == x, -x, y)


# Halved where hypot would pass the largest number.
def rhypot_T(x: T, y: T) -> T:
    k = select(max_nan(abs(x), abs(y)) > 1.0, T(0.5), T(1.0))
    return k / hypot_T(x * k, y * k)


def norm3d_T(x: T, y: T, z: T) -> T:
    return hypot_T(hypot_T(x, y), z)


def norm4d_T(x: T, y: T, z: T, w: T) -> T:
    return hypot_T(hypot_T(x, y), hypot_T(z, w))


# Made smaller where the length would pass the largest number.
def rnorm3d_T(x: T, y: T, z: T) -> T:
    k = select(max_nan(max_nan(abs(x), abs(y)), abs(z)) > 1.0, T(0.25), T(1.0))
    return k / norm3d_T(x * k, y * k, z * k)


def rnorm4d_T(x: T, y: T, z: T, w: T) -> T:
    k = select(max_nan(max_nan(abs(x), abs(y)), max_nan(abs(z), abs(w))) > 1.0, T(0.25), T(1.0))
    return k / norm4d_T(x * k, y * k, z * k, w * k)


# abs(y) up to 1/2: from the series.
def erfinv_near_f64(y: f64) -> (f64, f64):
    s = y * y
    p = fma(0x1.0a13189c6ef7ap-4, s, 0x1.62847c47dda48p-4)
    p = fma(p, s, 0x1.053c2c0ab91c5p-3)
    p = fma(p, s, 0x1.db29fb2fee5e4p-3)
    p = fma(p, s, 0x1.c5bf891b4ef6bp-1)
    x, l = erfinv_step_f64(y * p, y)
    x, l = erfinv_step_f64(x, y)
    return x, l


# c from 0 to 1/2: from Abramowitz and Stegun 26.2.22.
def erfcinv_far_f64(c: f64) -> (f64, f64):
    l = log_f64(c)
    t = sqrt(fma(-2.0, l, 0x1.62e42fefa39efp0))
    below = fma(t, fma(t, 0x1.6f156191148fep-5, 0x1.fc0d6f544bb1bp-1), 1.0)
    x = (t - fma(t, 0x1.151ac9afe1da8p-2, 0x1.275d249e44fap1) / below) * 0x1.6a09e667f3bcdp-1
    x, low = erfcinv_step_f64(x, c, l)
    x, low = erfcinv_step_f64(x, c, l)
    x, low = erfcinv_step_f64(x, c, l)
    return select(c == 0.0, bitcast(i64(0x7ff0000000000000), f64), x), low
