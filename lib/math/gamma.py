# SPDX-License-Identifier: Apache-2.0
"""gamma and the logarithm of its size. Small arguments: the recurrence, its
product as a sum of two floats, and a polynomial for 1 / gamma near 1, which is
entire; large ones: Stirling's series (Abramowitz and Stegun 6.1.17, 6.1.34 and
6.1.41). In f32 and f64 alike."""
from portkern.lib import (abs, bitcast, fma, i32, i64, INF, min_nan, NAN,
                          pick, select, T, trunc)
from exp import exp_series_T, scale_T
from log import log_T, log_one_plus_T, log_two_T
from trig import sinpi_T


# 1 / gamma(1 + f) is 1 + f times this, f in [-1/2, 1/2].
def rgamma1_f32(f: f32) -> f32:
    p = fma(-0x1.4fd942p-13, f, -0x1.209fc2p-10)
    p = fma(p, f, 0x1.d6e37ep-8)
    p = fma(p, f, -0x1.3b9d06p-7)
    p = fma(p, f, -0x1.59a206p-5)
    p = fma(p, f, 0x1.551268p-3)
    p = fma(p, f, -0x1.5816c2p-5)
    p = fma(p, f, -0x1.4fcf4p-1)
    p = fma(p, f, 0x1.2788dp-1)
    return p


# The same for 1 / gamma(2 + f).
def rgamma2_f32(f: f32) -> f32:
    p = fma(0x1.924fb6p-13, f, -0x1.82da02p-12)
    p = fma(p, f, -0x1.b3af02p-11)
    p = fma(p, f, 0x1.06f0f8p-7)
    p = fma(p, f, -0x1.21045p-6)
    p = fma(p, f, -0x1.9244aep-6)
    p = fma(p, f, 0x1.875a96p-3)
    p = fma(p, f, -0x1.dd604p-3)
    p = fma(p, f, -0x1.b0ee6p-2)
    return p


# gamma x = (n + nl) / (d + dl) for |x| < 8.0 (f64: 12.0): by gamma(x + 1) =
# x gamma(x) the argument goes to within 1/2 of 1 or 0; all factors are exact.
def gamma_ratio_T(x: T) -> (T, T, T, T):
    h = T(1.0)
    l = T(0.0)
    t = x
    while t > 1.5:
        t = t - 1.0
        p = h * t
        l = fma(l, t, fma(h, t, -p))
        h = p
    while t < -0.5:
        p = h * t
        l = fma(l, t, fma(h, t, -p))
        h = p
        t = t + 1.0
    above = t > 0.5
    f = select(above, t - 1.0, t)
    p = rgamma1_T(f)
    r = fma(p, f, 1.0)
    rl = fma(p, f, 1.0 - r)
    g = h * t
    gl = fma(l, t, fma(h, t, -g))
    d = g * r
    dl = fma(g, rl, fma(gl, r, fma(g, r, -d)))
    return (select(above, h, 1.0), select(above, l, 0.0),
            select(above, r, d), select(above, rl, dl))


# log gamma z for z >= 8.0, by Stirling's series.
def stirling_f32(z: f32) -> (f32, f32):
    # (z - 1/2) log z - z is (z - 1/2) (log z - 1) - 1/2
    h, l = log_two_f32(z)
    c = z - 0.5
    h = h - 1.0
    t = c * h
    tl = fma(c, l, fma(c, h, -t))
    v = t + 0x1.acfe3ap-2
    tl = tl + ((t - v) + 0x1.acfe3ap-2)
    w = 1.0 / z
    s = w * w
    p = fma(0x1.aa8fbap-11, s, -0x1.6c2a12p-9)
    p = fma(p, s, 0x1.555556p-4)
    tl = tl + fma(p, w, -0x1.e6d052p-27)
    high = v + tl
    return high, (v - high) + tl


# gamma x for |x| >= 8.0: exp of log gamma; on the left
# gamma(-z) = -pi / (z sin(pi z) gamma z).
def gamma_large_f32(x: f32) -> f32:
    z = min_nan(abs(x), 50.0)
    h, l = stirling_f32(z)
    left = x < 0.0
    h = select(left, -h, h)
    l = select(left, -l, l)
    shifted = fma(h, 0x1.715476p0, 0x1.8p23)
    n = shifted - 0x1.8p23
    r = fma(n, -0x1.62e4p-1, h) + fma(n, -0x1.7f7d1cp-20, l)
    y = exp_series_f32(r)
    if left:
        s = sinpi_f32(abs(x))
        w = z * s
        k = -0x1.921fb6p1 / w
        kl = -(fma(k, w, 0x1.921fb6p1) + fma(k, fma(z, s, -w), -0x1.777a5cp-24)) / w
        y = select(abs(k) < bitcast(i32(0x7f800000), f32), fma(y, k, y * kl), y * k)
    return scale_f32(y, bitcast(shifted, i32))


def tgamma_T(x: T) -> T:
    if abs(x) < pick(8.0, 12.0):
        n, nl, d, dl = gamma_ratio_T(x)
        y = n / d
        r = (fma(-y, d, n) + (nl - y * dl)) / d
        y = select(abs(y) < INF, y + r, y)
    else:
        y = gamma_large_T(x)
    pole = x < 0.0 and trunc(x) == x
    return select(pole, NAN, y)


# Of x from 1/2 to 5/2 by a series around 1 or 2, so that the zeros there are
# exact; of those at negative x the error is absolute.
def lgamma_T(x: T) -> T:
    a = abs(x)
    if not (a < pick(8.0, 12.0)):
        h, l = stirling_T(a)
        y = h + l
        y = select(y == y, y, a * INF)
        if x < 0.0:
            # from there on all are integers, where gamma has poles
            lh, ll = log_two_T(a * abs(sinpi_T(a)))
            y = (pick(0x1.250d04p0, 0x1.250d048e7a1bdp0) - lh) - h
            y = y - (ll + l)
            y = select(sinpi_T(a) == 0.0, INF, y)
            y = select(a < pick(0x1p23, 0x1p52), y, abs(x * INF))
        return y
    if x > 0.5 and x < 2.5:
        second = x > 1.5
        f = select(second, x - 2.0, x - 1.0)
        r = select(second, rgamma2_T(f), rgamma1_T(f))
        u = f * r
        return 0.0 - log_one_plus_T(u, fma(f, r, -u))
    n, nl, d, dl = gamma_ratio_T(x)
    if x > 0.5:
        q = n / d
        ql = (fma(-q, d, n) + (nl - q * dl)) / d
        u = q - 1.0
        return log_one_plus_T(u, ((q - u) - 1.0) + ql)
    dl = select(d < 0.0, -dl, dl)
    d = abs(d)
    if d > 0.5 and d < 2.0:
        return -log_one_plus_T(d - 1.0, dl)
    return -log_T(d)


# 1 / gamma(1 + f) is 1 + f times this, f in [-1/2, 1/2].
def rgamma1_f64(f: f64) -> f64:
    p = fma(-0x1.dd5bf660c1925p-32, f, 0x1.68e76e9284493p-28)
    p = fma(p, f, 0x1.6ba9393c33876p-28)
    p = fma(p, f, -0x1.b9fea790f6544p-23)
    p = fma(p, f, 0x1.303efd495596cp-20)
    p = fma(p, f, -0x1.4fa8b7562e917p-20)
    p = fma(p, f, -0x1.51cef0844d10fp-16)
    p = fma(p, f, 0x1.0c8a770bc2d12p-13)
    p = fma(p, f, -0x1.c364fca78d975p-13)
    p = fma(p, f, -0x1.317112c820052p-10)
    p = fma(p, f, 0x1.d919c526d240ap-8)
    p = fma(p, f, -0x1.3b4af2848f526p-7)
    p = fma(p, f, -0x1.59af103c32796p-5)
    p = fma(p, f, 0x1.5512320b4401p-3)
    p = fma(p, f, -0x1.5815e8fa270c4p-5)
    p = fma(p, f, -0x1.4fcf4026afa2ep-1)
    p = fma(p, f, 0x1.2788cfc6fb619p-1)
    return p


# The same for 1 / gamma(2 + f).
def rgamma2_f64(f: f64) -> f64:
    p = fma(0x1.4021cba831d1ep-30, f, -0x1.5d5c622264dfcp-30)
    p = fma(p, f, 0x1.5ff57a26e89f5p-28)
    p = fma(p, f, -0x1.54f5171ce116ap-33)
    p = fma(p, f, -0x1.b827ac712fb1bp-23)
    p = fma(p, f, 0x1.674cf05288531p-20)
    p = fma(p, f, -0x1.5b815353f9fbcp-19)
    p = fma(p, f, -0x1.265ee4180b4a7p-16)
    p = fma(p, f, 0x1.315657a02e84dp-13)
    p = fma(p, f, -0x1.7a5da9ecd56b5p-12)
    p = fma(p, f, -0x1.a5b350b199821p-11)
    p = fma(p, f, 0x1.06e8179e67afap-7)
    p = fma(p, f, -0x1.2119851171e5cp-6)
    p = fma(p, f, -0x1.92449b66f2a81p-6)
    p = fma(p, f, 0x1.875ac578224e8p-3)
    p = fma(p, f, -0x1.dd603fb6ac11bp-3)
    p = fma(p, f, -0x1.b0ee6072093cep-2)
    return p


# log gamma z for z >= 12.0, by Stirling's series.
def stirling_f64(z: f64) -> (f64, f64):
    # (z - 1/2) log z - z is (z - 1/2) (log z - 1) - 1/2
    h, l = log_two_f64(z)
    c = z - 0.5
    h = h - 1.0
    t = c * h
    tl = fma(c, l, fma(c, h, -t))
    v = t + 0x1.acfe390c97d69p-2
    tl = tl + ((t - v) + 0x1.acfe390c97d69p-2)
    w = 1.0 / z
    s = w * w
    p = fma(-0x1.cf1fc21cf20fcp-10, s, 0x1.b89092bb4ce7cp-11)
    p = fma(p, s, -0x1.3812999808ea8p-11)
    p = fma(p, s, 0x1.a01a0116f7124p-11)
    p = fma(p, s, -0x1.6c16c16c0de7ap-9)
    p = fma(p, s, 0x1.5555555555555p-4)
    tl = tl + fma(p, w, 0x1.3494bc9001442p-56)
    high = v + tl
    return high, (v - high) + tl


# gamma x for |x| >= 12.0: exp of log gamma; on the left
# gamma(-z) = -pi / (z sin(pi z) gamma z).
def gamma_large_f64(x: f64) -> f64:
    z = min_nan(abs(x), 200.0)
    h, l = stirling_f64(z)
    left = x < 0.0
    h = select(left, -h, h)
    l = select(left, -l, l)
    shifted = fma(h, 0x1.71547652b82fep0, 0x1.8p52)
    n = shifted - 0x1.8p52
    r = fma(n, -0x1.62e42fefa38p-1, h) + fma(n, -0x1.ef35793c7673p-45, l)
    y = exp_series_f64(r)
    if left:
        s = sinpi_f64(abs(x))
        w = z * s
        k = -0x1.921fb54442d18p1 / w
        kl = -(fma(k, w, 0x1.921fb54442d18p1) + fma(k, fma(z, s, -w), 0x1.1a62633145c07p-53)) / w
        y = select(abs(k) < bitcast(i64(0x7ff0000000000000), f64), fma(y, k, y * kl), y * k)
    return scale_f64(y, i32(bitcast(shifted, i64)))
