# SPDX-License-Identifier: Apache-2.0
"""erf and erfc. erfc x = exp(-x^2) g(x), where (1 + 2 x) g is a polynomial in
(x - k) / (x + k) (Shepherd and Laframboise, Math. Comp. 36, 1981); exp, the
quotient and x^2 keep what they lose. erf is odd: near 0 a polynomial; beyond
1 - erfc x, in f32 with the logarithm of erfc as a polynomial."""
from portkern.lib import (abs, bitcast, copysign, fma, i32, i64, max_nan,
                          min_nan, pick, select, T)
from exp import exp_T, exp_tail_T, scale_T


# erf a for a small a.
def erf_near_f32(a: f32) -> f32:
    s = a * a
    p = fma(0x1.4917a4p-14, s, -0x1.a3d812p-11)
    p = fma(p, s, 0x1.540172p-8)
    p = fma(p, s, -0x1.b7f88cp-6)
    p = fma(p, s, 0x1.ce2cf2p-4)
    p = fma(p, s, -0x1.81273ep-2)
    p = fma(p, s, 0x1.06eba8p-3)
    return fma(p, a, a)


def erf_f32(x: f32) -> f32:
    a = min_nan(abs(x), 4.0)
    p = fma(-0x1.6c1e12p-16, a, 0x1.cef8bap-12)
    p = fma(p, a, -0x1.139c46p-8)
    p = fma(p, a, 0x1.9d0d7ap-6)
    p = fma(p, a, -0x1.bc1944p-4)
    p = fma(p, a, -0x1.4434e8p-1)
    h = fma(p, a, -0x1.212c2ep0)
    l = fma(p, a, -0x1.212c2ep0 - h)
    t = fma(h, a, 0x1.8b410ap-13)
    tl = fma(l, a, fma(h, a, -t) + 0x1.8b410ap-13)
    e = exp_f32(t)
    far = 1.0 - fma(e, tl, e)
    return copysign(select(a > 1.0, far, erf_near_f32(a)), x)


# (1 + 2 x) exp(x^2) erfc(x) as a sum of two floats, for x >= 0.
def erfc_series_f32(x: f32) -> (f32, f32):
    t = (x - 2.0) / (x + 2.0)
    p = fma(0x1.70a7acp-14, t, 0x1.7fc8e6p-13)
    p = fma(p, t, -0x1.ace7e8p-12)
    p = fma(p, t, -0x1.798d72p-10)
    p = fma(p, t, 0x1.48fe58p-10)
    p = fma(p, t, 0x1.1dbacp-7)
    p = fma(p, t, -0x1.072822p-7)
    p = fma(p, t, -0x1.bc2cb4p-5)
    p = fma(p, t, 0x1.4ff9f8p-3)
    p = fma(p, t, -0x1.5407a8p-3)
    p = fma(p, t, -0x1.7bf5eap-4)
    h = fma(p, t, 0x1.46e80ep0)
    return h, fma(p, t, 0x1.46e80ep0 - h)


# exp(x^2) erfc(x) as a sum of two floats, for x >= 0. The polynomial is about
# 1.15, so that the quotient over it is about the divisor's inverse.
def erfc_quotient_T(x: T) -> (T, T):
    p, pl = erfc_series_T(x)
    d = fma(2.0, x, 1.0)
    dl = select(x > 0.5, fma(2.0, x, -d) + 1.0, (1.0 - d) + (x + x))
    q = p / d
    return q, (fma(-q, d, p) + (pl - q * dl)) * (q * 0.87)


def erfc_positive_f32(x: f32) -> f32:
    q, ql = erfc_quotient_f32(x)
    s = x * x
    shifted = fma(s, -0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    h = fma(n, -0x1.62e4p-1, -s)
    r = fma(n, -0x1.7f7d1cp-20, h)
    rl = fma(n, -0x1.7f7d1cp-20, h - r) - fma(x, x, -s)
    u = 1.0 + r
    tail = fma(exp_tail_f32(r), r * r, (1.0 - u) + r)
    m = u + tail
    ml = fma(rl, m, (u - m) + tail)
    return scale_f32(fma(q, m, fma(q, ml, ql * m)), bitcast(shifted, i32))


def erfc_T(x: T) -> T:
    a = min_nan(abs(x), pick(10.5, 27.5))
    y = erfc_positive_T(a)
    y = select(x < 0.0, 2.0 - y, y)
    return select(a < 0.47, 1.0 - copysign(erf_near_T(a), x), y)


# The share of a normal distribution below x: erfc(-x / sqrt 2) / 2, corrected
# by what the argument loses, -2 exp(-a^2) / sqrt pi times that.
def normcdf_f32(x: f32) -> f32:
    c = min_nan(max_nan(x, -14.6), 14.6)
    a = c * -0x1.6a09e6p-1
    low = fma(c, -0x1.9fcef4p-27, fma(c, -0x1.6a09e6p-1, -a))
    y = erfc_f32(a)
    y = fma(exp_f32(-a * a) * -0x1.20dd76p0, low, y)
    return max_nan(y * 0.5, 0.0)


# exp(x^2) erfc(x); for x < 0 it is 2 exp(x^2) less that of -x.
def erfcx_f32(x: f32) -> f32:
    a = abs(x)
    q, ql = erfc_quotient_f32(min_nan(a, 10.5))
    # far out 1 / (a sqrt pi) times a series in 1 / (2 a a)
    w = 1.0 / a
    w = 0.5 * w * w
    p = fma(-945.0, w, 105.0)
    p = fma(p, w, -15.0)
    p = fma(p, w, 3.0)
    p = fma(p, w, -1.0)
    far = 0x1.20dd76p-1 / a
    y = select(a > 10.5, fma(far, p * w, far), q + ql)
    if x < 0.0:
        s = a * a
        e = exp_f32(s)
        e = select(e < bitcast(i32(0x7f800000), f32), fma(e, fma(a, a, -s), e), e)
        y = fma(2.0, e, -y)
    return y


def erf_near_f64(a: f64) -> f64:
    s = a * a
    p = fma(0x1.263a0b683748bp-34, s, -0x1.454726ad3d241p-30)
    p = fma(p, s, 0x1.fc165c4af7abap-27)
    p = fma(p, s, -0x1.5f8f1d36c8b2p-23)
    p = fma(p, s, 0x1.b9ed898619537p-20)
    p = fma(p, s, -0x1.f4d31f4028c4bp-17)
    p = fma(p, s, 0x1.f9a3343666c09p-14)
    p = fma(p, s, -0x1.c02db492cb554p-11)
    p = fma(p, s, 0x1.565bcd127041p-8)
    p = fma(p, s, -0x1.b82ce312ab169p-6)
    p = fma(p, s, 0x1.ce2f21a04361p-4)
    p = fma(p, s, -0x1.812746b0379fdp-2)
    p = fma(p, s, 0x1.06eba8214db69p-3)
    return fma(p, a, a)


# (1 + 2 x) exp(x^2) erfc(x) as a sum of two floats, for x >= 0.
def erfc_series_f64(x: f64) -> (f64, f64):
    t = (x - 4.0) / (x + 4.0)
    p = fma(-0x1.2213e61213fa9p-27, t, -0x1.1a94a3a90a03p-27)
    p = fma(p, t, 0x1.b3ff205d65db9p-24)
    p = fma(p, t, 0x1.ddb57e028f26ap-25)
    p = fma(p, t, -0x1.b8364e8fbc1fbp-21)
    p = fma(p, t, 0x1.509464e8357ccp-22)
    p = fma(p, t, 0x1.7f1f8fe5b236fp-18)
    p = fma(p, t, -0x1.78f4d176927f8p-17)
    p = fma(p, t, -0x1.995e2b25bcb8p-16)
    p = fma(p, t, 0x1.3be2eebf7fc5ap-13)
    p = fma(p, t, -0x1.a1dec3be8d587p-13)
    p = fma(p, t, -0x1.8d4ac41d3e8aap-11)
    p = fma(p, t, 0x1.49c671ad6edc8p-8)
    p = fma(p, t, -0x1.096238518456ep-6)
    p = fma(p, t, 0x1.3079edfa7e578p-5)
    p = fma(p, t, -0x1.0fb06dff7105p-4)
    p = fma(p, t, 0x1.7fee004debcc2p-4)
    p = fma(p, t, -0x1.9ddb23c3db4c2p-4)
    p = fma(p, t, 0x1.16ecefcfa6808p-4)
    p = fma(p, t, 0x1.f7f5df66fb736p-7)
    p = fma(p, t, -0x1.1df1ad154a2a7p-3)
    h = fma(p, t, 0x1.3ba5916e9fd7fp0)
    return h, fma(p, t, 0x1.3ba5916e9fd7fp0 - h)


def erfc_positive_f64(x: f64) -> f64:
    q, ql = erfc_quotient_f64(x)
    s = x * x
    shifted = fma(s, -0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    h = fma(n, -0x1.62e42fefa38p-1, -s)
    r = fma(n, -0x1.ef35793c7673p-45, h)
    rl = fma(n, -0x1.ef35793c7673p-45, h - r) - fma(x, x, -s)
    u = 1.0 + r
    tail = fma(exp_tail_f64(r), r * r, (1.0 - u) + r)
    m = u + tail
    ml = fma(rl, m, (u - m) + tail)
    return scale_f64(fma(q, m, fma(q, ml, ql * m)), i32(bitcast(shifted, i64)))


# The share of a normal distribution below x: erfc(-x / sqrt 2) / 2, corrected
# by what the argument loses, -2 exp(-a^2) / sqrt pi times that.
def normcdf_f64(x: f64) -> f64:
    c = min_nan(max_nan(x, -38.8), 38.8)
    a = c * -0x1.6a09e667f3bcdp-1
    low = fma(c, --0x1.bdd3413b26456p-55, fma(c, -0x1.6a09e667f3bcdp-1, -a))
    y = erfc_f64(a)
    y = fma(exp_f64(-a * a) * -0x1.20dd750429b6dp0, low, y)
    return max_nan(y * 0.5, 0.0)


# exp(x^2) erfc(x); for x < 0 it is 2 exp(x^2) less that of -x.
def erfcx_f64(x: f64) -> f64:
    a = abs(x)
    q, ql = erfc_quotient_f64(min_nan(a, 27.5))
    # far out 1 / (a sqrt pi) times a series in 1 / (2 a a)
    w = 1.0 / a
    w = 0.5 * w * w
    p = fma(10395.0, w, -945.0)
    p = fma(p, w, 105.0)
    p = fma(p, w, -15.0)
    p = fma(p, w, 3.0)
    p = fma(p, w, -1.0)
    far = 0x1.20dd750429b6dp-1 / a
    y = select(a > 27.5, fma(far, p * w, far), q + ql)
    if x < 0.0:
        s = a * a
        e = exp_f64(s)
        e = select(e < bitcast(i64(0x7ff0000000000000), f64), fma(e, fma(a, a, -s), e), e)
        y = fma(2.0, e, -y)
    return y


def erf_f64(x: f64) -> f64:
    a = min_nan(abs(x), 6.0)
    y = erf_near_f64(a)
    if a > 1.0:
        y = 1.0 - erfc_positive_f64(a)
    return copysign(y, x)
