# SPDX-License-Identifier: Apache-2.0
"""sinh, cosh, tanh: from exp(x) - 1 as a sum of two floats; beyond its reach
exp(x) / 2, or 1."""
from portkern.lib import abs, copysign, f32, f64, fma, min_nan, select
from exp import (exp_scaled_f32, exp_scaled_f64, expm1_two_f32,
                 expm1_two_f64)


# 1 + h + l in two floats, h above -1 and not between -1/2 and 0.
def add_one_f32(h: f32, l: f32) -> (f32, f32):
    u = 1.0 + h
    v = u - 1.0
    return u, (1.0 - (u - v)) + (h - v) + l


def sinh_f32(x: f32) -> f32:
    a = abs(x)
    h, l = expm1_two_f32(min_nan(a, 20.0))
    d, dl = add_one_f32(h, l)
    # (e - 1 + (e - 1) / e) / 2
    q = h / d
    ql = (fma(-q, d, h) + fma(-q, dl, l)) / d
    r = h + q
    y = 0.5 * (r + (((h - r) + q) + (l + ql)))
    y = select(a > 20.0, exp_scaled_f32(a, -1), y)
    return copysign(select(a < 0x1p-30, a, y), x)


def cosh_f32(x: f32) -> f32:
    a = abs(x)
    h, l = expm1_two_f32(min_nan(a, 20.0))
    d, dl = add_one_f32(h, l)
    q = 1.0 / d
    ql = (fma(-q, d, 1.0) - q * dl) / d
    r = d + q
    y = 0.5 * (r + (((d - r) + q) + (dl + ql)))
    return select(a > 20.0, exp_scaled_f32(a, -1), y)


def tanh_f32(x: f32) -> f32:
    a = min_nan(abs(x), 20.0)
    h, l = expm1_two_f32(min_nan(a + a, 20.0))
    u = 2.0 + h
    v = u - 2.0
    ul = (2.0 - (u - v)) + (h - v) + l
    q = h / u
    y = q + (fma(-q, u, h) + fma(-q, ul, l)) / u
    y = select(a + a < 20.0, y, select(a != a, a, 1.0))
    return copysign(select(a < 0x1p-30, a, y), x)


# 1 + h + l in two floats, h above -1 and not between -1/2 and 0.
def add_one_f64(h: f64, l: f64) -> (f64, f64):
    u = 1.0 + h
    v = u - 1.0
    return u, (1.0 - (u - v)) + (h - v) + l


def sinh_f64(x: f64) -> f64:
    a = abs(x)
    h, l = expm1_two_f64(min_nan(a, 40.0))
    d, dl = add_one_f64(h, l)
    # (e - 1 + (e - 1) / e) / 2
    q = h / d
    ql = (fma(-q, d, h) + fma(-q, dl, l)) / d
    r = h + q
    y = 0.5 * (r + (((h - r) + q) + (l + ql)))
    y = select(a > 40.0, exp_scaled_f64(a, -1), y)
    return copysign(select(a < 0x1p-30, a, y), x)


def cosh_f64(x: f64) -> f64:
    a = abs(x)
    h, l = expm1_two_f64(min_nan(a, 40.0))
    d, dl = add_one_f64(h, l)
    q = 1.0 / d
    ql = (fma(-q, d, 1.0) - q * dl) / d
    r = d + q
    y = 0.5 * (r + (((d - r) + q) + (dl + ql)))
    return select(a > 40.0, exp_scaled_f64(a, -1), y)


def tanh_f64(x: f64) -> f64:
    a = min_nan(abs(x), 40.0)
    h, l = expm1_two_f64(min_nan(a + a, 40.0))
    u = 2.0 + h
    v = u - 2.0
    ul = (2.0 - (u - v)) + (h - v) + l
    q = h / u
    y = q + (fma(-q, u, h) + fma(-q, ul, l)) / u
    y = select(a + a < 40.0, y, select(a != a, a, 1.0))
    return copysign(select(a < 0x1p-30, a, y), x)
