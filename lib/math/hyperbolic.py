# SPDX-License-Identifier: Apache-2.0
"""sinh, cosh, tanh: f32 from exp(x) / 4 as a sum of two floats, and a polynomial
where that cancels; f64 from exp(x) - 1 as a sum of two floats, beyond its reach
exp(x) / 2, or 1. Their inverses are log(1 + t) with t as a sum of two."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          min_nan, select, sqrt)
from angle import rough_inverse_f32
from exp import exp_scaled_f64, exp_tail_f32, expm1_two_f64
from log import (log_one_plus_f32, log_one_plus_f64, log_two_f32,
                 log_two_f64)


# exp(x) / 4 as a sum of two floats: exp(r) from 1 + r, which keeps its
# rounding error. Finite up to x = 89.75.
def quarter_exp_f32(shifted: f32, r: f32) -> (f32, f32):
    u = 1.0 + r
    tail = fma(exp_tail_f32(r), r * r, (1.0 - u) + r)
    m = u + tail
    s = bitcast((bitcast(shifted, i32) << 23) + 0x3e800000, f32)
    return m * s, ((u - m) + tail) * s


def reduce_exp_f32(x: f32) -> (f32, f32):
    shifted = fma(x, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.7f7d1cp-20, fma(n, -0x1.62e4p-1, x))
    return shifted, r


def cosh_f32(x: f32) -> f32:
    a = min_nan(abs(x), 89.5)
    shifted, r = reduce_exp_f32(a)
    h, l = quarter_exp_f32(shifted, r)
    y = h + fma(1.0 / h, 0.0625, l)
    return y + y


def sinh_f32(x: f32) -> f32:
    a = min_nan(abs(x), 89.5)
    shifted, r = reduce_exp_f32(a)
    h, l = quarter_exp_f32(shifted, r)
    q = (1.0 / h) * -0.0625
    y = h + q
    y = y + (((h - y) + q) + l)
    s = a * a
    p = fma(0x1.76771ep-19, s, 0x1.a01c22p-13)
    p = fma(p, s, 0x1.1110eap-7)
    p = fma(p, s, 0x1.555556p-3)
    p = fma(p, s * a, a)
    return copysign(select(a < 1.0, p, y + y), x)


# Near 0 a polynomial; else 1 - 2 / (exp(2 x) + 1).
def tanh_f32(x: f32) -> f32:
    a = min_nan(abs(x), 10.0)
    shifted, r = reduce_exp_f32(a + a)
    h, l = quarter_exp_f32(shifted, r)
    d = h + 0.25
    dl = ((h - d) + 0.25) + l
    q = 0.5 / d
    ql = fma(-q, dl, fma(-q, d, 0.5)) * (q + q)
    y = 1.0 - q
    y = y + (((1.0 - y) - q) - ql)
    s = a * a
    p = fma(-0x1.958c74p-8, s, 0x1.584238p-6)
    p = fma(p, s, -0x1.b90a76p-5)
    p = fma(p, s, 0x1.110c7p-3)
    p = fma(p, s, -0x1.555548p-2)
    p = fma(p, s * a, a)
    return copysign(select(a < 0.55, p, y), x)


# log(1 + t + tl) with t = a + a^2 / (1 + sqrt(1 + a^2)); far out log(2 a). What
# the root and the quotient lose counts little: an eighth more or less does.
def asinh_f32(x: f32) -> f32:
    a = abs(x)
    b = min_nan(a, 0x1p30)
    s = b * b
    u = 1.0 + s
    w = sqrt(u)
    d = 1.0 + w
    q = s / d
    sl = fma(b, b, -s)
    ul = select(s > 1.0, (s - u) + 1.0, (1.0 - u) + s) + sl
    wl = fma(-w, w, u) + ul
    dl = fma(wl, 0.5 * rough_inverse_f32(w), (w - d) + 1.0)
    ql = (fma(-q, d, s) + fma(-q, dl, sl)) * rough_inverse_f32(d)
    t = b + q
    y = log_one_plus_f32(t, ((b - t) + q) + ql)
    if a > 0x1p30:
        h, l = log_two_f32(min_nan(a, 0x1.fffffep127))
        y = select(a < bitcast(i32(0x7f800000), f32), h + (l + 0x1.62e43p-1), a)
    return copysign(select(a < 0x1p-12, a, y), x)


# log(1 + t + tl) with t = (x - 1) + sqrt((x - 1) (x + 1)).
def acosh_f32(x: f32) -> f32:
    b = min_nan(x, 0x1p30)
    m = b - 1.0
    ml = (b - m) - 1.0
    s = fma(m, m, m + m)
    sl = fma(m, m, (m + m) - s)
    w = sqrt(s)
    wl = (fma(-w, w, s) + sl) * (0.5 * rough_inverse_f32(w))
    t = w + m
    y = log_one_plus_f32(t, ((w - t) + m) + (wl + ml))
    if x > 0x1p30:
        h, l = log_two_f32(min_nan(x, 0x1.fffffep127))
        y = select(x < bitcast(i32(0x7f800000), f32), h + (l + 0x1.62e43p-1), x)
    return select(x >= 1.0, y, bitcast(i32(0x7fc00000), f32))


# log(1 + 2 a / (1 - a)) / 2
def atanh_f32(x: f32) -> f32:
    a = abs(x)
    d = 1.0 - a
    dl = (1.0 - d) - a
    q = (a + a) / d
    ql = select(a < 1.0, fma(-q, dl, fma(-q, d, a + a)) / d, 0.0)
    y = 0.5 * log_one_plus_f32(q, ql)
    y = select(a < 1.0, y, select(a == 1.0, bitcast(i32(0x7f800000), f32),
                                  bitcast(i32(0x7fc00000), f32)))
    return copysign(select(a < 0x1p-12, fma(a * a, a * 0x1.555556p-2, a), y), x)


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


def asinh_f64(x: f64) -> f64:
    a = abs(x)
    b = min_nan(a, 0x1p100)
    s = b * b
    u = 1.0 + s
    w = sqrt(u)
    d = 1.0 + w
    q = s / d
    sl = fma(b, b, -s)
    ul = select(s > 1.0, (s - u) + 1.0, (1.0 - u) + s) + sl
    wl = fma(-w, w, u) + ul
    dl = fma(wl, 0.5 / w, select(w > 1.0, (w - d) + 1.0, (1.0 - d) + w))
    ql = (fma(-q, d, s) + fma(-q, dl, sl)) / d
    t = b + q
    tl = select(b > q, (b - t) + q, (q - t) + b) + ql
    y = log_one_plus_f64(t, tl)
    h, l = log_two_f64(min_nan(a, 0x1.fffffffffffffp1023))
    y = select(a > 0x1p60, h + (l + 0x1.62e42fefa39efp-1), y)
    y = select(a < bitcast(i64(0x7ff0000000000000), f64), y, a)
    return copysign(select(a < 0x1p-27, a, y), x)


def acosh_f64(x: f64) -> f64:
    b = min_nan(x, 0x1p100)
    m = b - 1.0
    ml = (b - m) - 1.0
    s = fma(m, m, m + m)
    sl = fma(m, m, (m + m) - s)
    w = sqrt(s)
    wl = fma(-w, w, s) + sl
    wl = select(s > 0.0, wl * (0.5 / w), 0.0)
    t = m + w
    tl = select(m > w, (m - t) + w, (w - t) + m) + (wl + ml)
    y = log_one_plus_f64(t, tl)
    h, l = log_two_f64(min_nan(x, 0x1.fffffffffffffp1023))
    y = select(x > 0x1p60, h + (l + 0x1.62e42fefa39efp-1), y)
    y = select(x < bitcast(i64(0x7ff0000000000000), f64), y, x)
    return select(x >= 1.0, y, bitcast(i64(0x7ff8000000000000), f64))


def atanh_f64(x: f64) -> f64:
    a = abs(x)
    d = 1.0 - a
    dl = (1.0 - d) - a
    q = (a + a) / d
    ql = select(a < 1.0, fma(-q, dl, fma(-q, d, a + a)) / d, 0.0)
    y = 0.5 * log_one_plus_f64(q, ql)
    y = select(a < 1.0, y, select(a == 1.0, bitcast(i64(0x7ff0000000000000), f64),
                                  bitcast(i64(0x7ff8000000000000), f64)))
    return copysign(select(a < 0x1p-30, a, y), x)
