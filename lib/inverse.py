# SPDX-License-Identifier: Apache-2.0
"""Inverses of erf, erfc and the normal distribution by Halley's steps from
short approximations, in logarithms where erfc is small; and lengths of vectors
that CUDA's library has over hypot."""
from erf import (erf_f32, erf_f64, erfc_f32, erfc_f64, erfcx_f32, erfcx_f64)
from exp import exp_f32, exp_f64
from hypot import hypot_f32, hypot_f64
from log import log_f32, log_f64
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          max_nan, min_nan, select, sqrt)


# A step towards erf(x) = y.
def erfinv_step_f32(x: f32, y: f32) -> f32:
    e = erf_f32(x) - y
    return x - e / fma(x, e, 0x1.20dd76p0 * exp_f32(-x * x))


# abs(y) up to 1/2: from the series.
def erfinv_near_f32(y: f32) -> f32:
    s = y * y
    p = fma(0x1.0a1318p-4, s, 0x1.62847cp-4)
    p = fma(p, s, 0x1.053c2cp-3)
    p = fma(p, s, 0x1.db29fcp-3)
    p = fma(p, s, 0x1.c5bf8ap-1)
    return erfinv_step_f32(y * p, y)


# A step towards erfc(x) = c; q exp(-x^2) is erfc(x) with a q that is not small.
def erfcinv_step_f32(x: f32, c: f32, l: f32) -> f32:
    if c < 0x1p-10:
        q = erfcx_f32(x)
        return fma(fma(-x, x, log_f32(q) - l), q * 0x1.c5bf8ap-1, x)
    e = erfc_f32(x) - c
    return x + e / fma(-x, e, 0x1.20dd76p0 * exp_f32(-x * x))


# c from 0 to 1/2: from Abramowitz and Stegun 26.2.22.
def erfcinv_far_f32(c: f32) -> f32:
    l = log_f32(c)
    t = sqrt(fma(-2.0, l, 0x1.62e43p0))
    below = fma(t, fma(t, 0x1.6f1562p-5, 0x1.fc0d7p-1), 1.0)
    x = (t - fma(t, 0x1.151acap-2, 0x1.275d24p1) / below) * 0x1.6a09e6p-1
    x = erfcinv_step_f32(x, c, l)
    x = erfcinv_step_f32(x, c, l)
    return select(c == 0.0, bitcast(i32(0x7f800000), f32), x)


def erfinv_f32(y: f32) -> f32:
    a = abs(y)
    if a > 0.5:
        return copysign(erfcinv_far_f32(1.0 - a), y)
    return erfinv_near_f32(y)


def erfcinv_f32(y: f32) -> f32:
    c = min_nan(y, 2.0 - y)
    if c < 0.5:
        x = erfcinv_far_f32(c)
        return select(y > 1.0, -x, x)
    return erfinv_near_f32(1.0 - y)


def normcdfinv_f32(p: f32) -> f32:
    x = erfcinv_f32(p + p)
    y = fma(x, -0x1.6a09e6p0, -(x * 0x1.9fcef4p-26))
    return select(x + x == x, -x, y)


# Halved where hypot would pass the largest number.
def rhypot_f32(x: f32, y: f32) -> f32:
    k = select(max_nan(abs(x), abs(y)) > 1.0, f32(0.5), f32(1.0))
    return k / hypot_f32(x * k, y * k)


def norm3d_f32(x: f32, y: f32, z: f32) -> f32:
    return hypot_f32(hypot_f32(x, y), z)


def norm4d_f32(x: f32, y: f32, z: f32, w: f32) -> f32:
    return hypot_f32(hypot_f32(x, y), hypot_f32(z, w))


# Made smaller where the length would pass the largest number.
def rnorm3d_f32(x: f32, y: f32, z: f32) -> f32:
    k = select(max_nan(max_nan(abs(x), abs(y)), abs(z)) > 1.0, f32(0.25), f32(1.0))
    return k / norm3d_f32(x * k, y * k, z * k)


def rnorm4d_f32(x: f32, y: f32, z: f32, w: f32) -> f32:
    k = select(max_nan(max_nan(abs(x), abs(y)), max_nan(abs(z), abs(w))) > 1.0, f32(0.25), f32(1.0))
    return k / norm4d_f32(x * k, y * k, z * k, w * k)


# A step towards erf(x) = y.
def erfinv_step_f64(x: f64, y: f64) -> f64:
    e = erf_f64(x) - y
    return x - e / fma(x, e, 0x1.20dd750429b6dp0 * exp_f64(-x * x))


# abs(y) up to 1/2: from the series.
def erfinv_near_f64(y: f64) -> f64:
    s = y * y
    p = fma(0x1.0a13189c6ef7ap-4, s, 0x1.62847c47dda48p-4)
    p = fma(p, s, 0x1.053c2c0ab91c5p-3)
    p = fma(p, s, 0x1.db29fb2fee5e4p-3)
    p = fma(p, s, 0x1.c5bf891b4ef6bp-1)
    return erfinv_step_f64(erfinv_step_f64(y * p, y), y)


# A step towards erfc(x) = c; q exp(-x^2) is erfc(x) with a q that is not small.
def erfcinv_step_f64(x: f64, c: f64, l: f64) -> f64:
    if c < 0x1p-10:
        q = erfcx_f64(x)
        return fma(fma(-x, x, log_f64(q) - l), q * 0x1.c5bf891b4ef6bp-1, x)
    e = erfc_f64(x) - c
    return x + e / fma(-x, e, 0x1.20dd750429b6dp0 * exp_f64(-x * x))


# c from 0 to 1/2: from Abramowitz and Stegun 26.2.22.
def erfcinv_far_f64(c: f64) -> f64:
    l = log_f64(c)
    t = sqrt(fma(-2.0, l, 0x1.62e42fefa39efp0))
    below = fma(t, fma(t, 0x1.6f156191148fep-5, 0x1.fc0d6f544bb1bp-1), 1.0)
    x = (t - fma(t, 0x1.151ac9afe1da8p-2, 0x1.275d249e44fap1) / below) * 0x1.6a09e667f3bcdp-1
    x = erfcinv_step_f64(x, c, l)
    x = erfcinv_step_f64(x, c, l)
    x = erfcinv_step_f64(x, c, l)
    return select(c == 0.0, bitcast(i64(0x7ff0000000000000), f64), x)


def erfinv_f64(y: f64) -> f64:
    a = abs(y)
    if a > 0.5:
        return copysign(erfcinv_far_f64(1.0 - a), y)
    return erfinv_near_f64(y)


def erfcinv_f64(y: f64) -> f64:
    c = min_nan(y, 2.0 - y)
    if c < 0.5:
        x = erfcinv_far_f64(c)
        return select(y > 1.0, -x, x)
    return erfinv_near_f64(1.0 - y)


def normcdfinv_f64(p: f64) -> f64:
    x = erfcinv_f64(p + p)
    y = fma(x, -0x1.6a09e667f3bcdp0, -(x * -0x1.bdd3413b26456p-54))
    return select(x + x == x, -x, y)


# Halved where hypot would pass the largest number.
def rhypot_f64(x: f64, y: f64) -> f64:
    k = select(max_nan(abs(x), abs(y)) > 1.0, f64(0.5), f64(1.0))
    return k / hypot_f64(x * k, y * k)


def norm3d_f64(x: f64, y: f64, z: f64) -> f64:
    return hypot_f64(hypot_f64(x, y), z)


def norm4d_f64(x: f64, y: f64, z: f64, w: f64) -> f64:
    return hypot_f64(hypot_f64(x, y), hypot_f64(z, w))


# Made smaller where the length would pass the largest number.
def rnorm3d_f64(x: f64, y: f64, z: f64) -> f64:
    k = select(max_nan(max_nan(abs(x), abs(y)), abs(z)) > 1.0, f64(0.25), f64(1.0))
    return k / norm3d_f64(x * k, y * k, z * k)


def rnorm4d_f64(x: f64, y: f64, z: f64, w: f64) -> f64:
    k = select(max_nan(max_nan(abs(x), abs(y)), max_nan(abs(z), abs(w))) > 1.0, f64(0.25), f64(1.0))
    return k / norm4d_f64(x * k, y * k, z * k, w * k)
