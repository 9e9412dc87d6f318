# SPDX-License-Identifier: Apache-2.0
"""log: x = 2^n m with m about 1, and log m by a polynomial (f32) or by the
series of atanh(f / (2 + f)) (f64, after fdlibm). The other logarithms come from
one that is a sum of two floats."""
from portkern.lib import abs, bitcast, fma, i32, i64, INF, NAN, select, T


def log_f32(x: f32) -> f32:
    tiny = x < 0x1p-126
    a = select(tiny, x * 0x1p23, x)
    bits = bitcast(a, i32)
    exponent = (bits - 0x3f2aaaab) & -0x800000
    n = fma(f32(exponent), 0x1p-23, select(tiny, f32(-23.0), f32(0.0)))
    f = bitcast(bits - exponent, f32) - 1.0
    p = fma(-0x1.080caap-3, f, 0x1.1e73b8p-3)
    p = fma(p, f, -0x1.f30e34p-4)
    p = fma(p, f, 0x1.1ed422p-3)
    p = fma(p, f, -0x1.559de4p-3)
    p = fma(p, f, 0x1.99d05ep-3)
    p = fma(p, f, -0x1.fffefp-3)
    p = fma(p, f, 0x1.555506p-2)
    p = fma(p, f, -0.5)
    # n ln 2 + f keeps its rounding error: |n ln 2| is 0 or above |f|.
    high = fma(n, 0x1.62e4p-1, f)
    low = fma(n, 0x1.62e4p-1, -high) + f
    y = high + fma(p, f * f, fma(n, 0x1.7f7d1cp-20, low))
    y = select(x < bitcast(i32(0x7f800000), f32), y, x + x)
    y = select(x < 0.0, bitcast(i32(0x7fc00000), f32), y)
    return select(x == 0.0, bitcast(i32(-0x800000), f32), y)


# 1 / (2 + f) for f in [-1/3, 1/2] to half an ulp or so: division costs more
# than a seed and two Newton steps.
def reciprocal_2_f64(f: f64) -> f64:
    d = 2.0 + f
    y = fma(0x1.c9a9342820855p-6, f, -0x1.0789150598d61p-4)
    y = fma(y, f, 0x1.00b39aa3a81b6p-3)
    y = fma(y, f, -0x1.ffe76af51697p-3)
    y = fma(y, f, 0x1.ffff0a40a98a9p-2)
    y = fma(fma(-d, y, 1.0), y, y)
    return fma(fma(-d, y, 1.0), y, y)


def log_f64(x: f64) -> f64:
    tiny = x < 0x1p-1022
    a = select(tiny, x * 0x1p54, x)
    bits = bitcast(a, i64)
    # In 32-bit halves: exponent and top of the mantissa are in the upper one.
    top = i32(bits >> 32)
    exponent = (top - 0x3fe6a09e) & -0x100000
    n = f64(exponent >> 20) + select(tiny, f64(-54.0), f64(0.0))
    f = bitcast(bits - (i64(exponent) << 32), f64) - 1.0
    s = f * reciprocal_2_f64(f)
    z = s * s
    p = fma(0x1.2f112df3e5244p-3, z, 0x1.39a09d078c69fp-3)
    p = fma(p, z, 0x1.7466496cb03dep-3)
    p = fma(p, z, 0x1.c71c51d8e78afp-3)
    p = fma(p, z, 0x1.2492494229359p-2)
    p = fma(p, z, 0x1.999999997fa04p-2)
    p = fma(p, z, 0x1.5555555555593p-1)
    half = 0.5 * f * f
    tail = fma(s, fma(p, z, half), n * 0x1.ef35793c7673p-45)
    y = fma(n, 0x1.62e42fefa38p-1, f - (half - tail))
    y = select(x < bitcast(i64(0x7ff0000000000000), f64), y, x + x)
    y = select(x < 0.0, bitcast(i64(0x7ff8000000000000), f64), y)
    return select(x == 0.0, bitcast(i64(-0x10000000000000), f64), y)


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


# What a logarithm of x is where x is not positive and finite, else y.
def log_ends_T(x: T, y: T) -> T:
    y = select(x < INF, y, x + x)
    y = select(x < 0.0, NAN, y)
    return select(x == 0.0, -INF, y)


# log2 and log10 of 1 + f: f times the constant in two floats, and f * f times
# a polynomial.
def log2_f32(x: f32) -> f32:
    tiny = x < 0x1p-126
    bits = bitcast(select(tiny, x * 0x1p23, x), i32)
    exponent = (bits - 0x3f3504f3) & -0x800000
    n = fma(f32(exponent), 0x1p-23, select(tiny, f32(-23.0), f32(0.0)))
    f = bitcast(bits - exponent, f32) - 1.0
    p = fma(-0x1.c366a2p-4, f, 0x1.7e0e46p-3)
    p = fma(p, f, -0x1.877b04p-3)
    p = fma(p, f, 0x1.a2e682p-3)
    p = fma(p, f, -0x1.eab18p-3)
    p = fma(p, f, 0x1.277ef4p-2)
    p = fma(p, f, -0x1.715ac8p-2)
    p = fma(p, f, 0x1.ec7094p-2)
    p = fma(p, f, -0x1.71547p-1)
    t = f * 0x1.715476p0
    high = n + t
    low = fma(f, 0x1.715476p0, -t) + ((n - high) + t)
    low = fma(f, 0x1.4ae0cp-26, low)
    return log_ends_f32(x, high + fma(p, f * f, low))


def log10_f32(x: f32) -> f32:
    tiny = x < 0x1p-126
    bits = bitcast(select(tiny, x * 0x1p23, x), i32)
    exponent = (bits - 0x3f3504f3) & -0x800000
    n = fma(f32(exponent), 0x1p-23, select(tiny, f32(-23.0), f32(0.0)))
    f = bitcast(bits - exponent, f32) - 1.0
    p = fma(-0x1.0efa16p-5, f, 0x1.cb62b6p-5)
    p = fma(p, f, -0x1.d76486p-5)
    p = fma(p, f, 0x1.f8852ap-5)
    p = fma(p, f, -0x1.276f44p-4)
    p = fma(p, f, 0x1.63cf38p-4)
    p = fma(p, f, -0x1.bcbf2ap-4)
    p = fma(p, f, 0x1.287a72p-3)
    p = fma(p, f, -0x1.bcb7aap-3)
    whole = n * 0x1.344p-2
    t = f * 0x1.bcb7b2p-2
    high = whole + t
    low = fma(f, 0x1.bcb7b2p-2, -t) + ((whole - high) + t)
    low = fma(f, -0x1.5b235ep-27, fma(n, 0x1.3509f8p-18, low))
    return log_ends_f32(x, high + fma(p, f * f, low))


# log(1 + f) without f and its square's half.
def log1p_series_f32(f: f32) -> f32:
    p = fma(-0x1.713ed6p-5, f, 0x1.aca4d4p-4)
    p = fma(p, f, -0x1.0d95dap-3)
    p = fma(p, f, 0x1.288714p-3)
    p = fma(p, f, -0x1.54efp-3)
    p = fma(p, f, 0x1.99696p-3)
    p = fma(p, f, -0x1.000042p-2)
    p = fma(p, f, 0x1.5555a4p-2)
    return fma(p, f, -0.5)


# log(1 + x + l) for a small l: with 2^n about 1 + x, f is 2^-n (1 + x) - 1,
# put together without a sum of 1 and x (Juffa's way).
def log_one_plus_f32(x: f32, l: f32) -> f32:
    exponent = (bitcast(1.0 + x, i32) - 0x3f400000) & -0x800000
    part = bitcast(0x40800000 - exponent, f32)
    a = bitcast(bitcast(x, i32) - exponent, f32)
    b = fma(part, 0.25, -1.0)
    f = a + b
    fl = select(abs(a) > abs(b), (a - f) + b, (b - f) + a)
    fl = fma(l, part * 0.25, fl)
    n = f32(exponent) * 0x1p-23
    high = fma(n, 0x1.62e4p-1, f)
    low = fma(n, 0x1.62e4p-1, -high) + f
    low = fma(n, 0x1.7f7d1cp-20, low)
    low = fma(fl, fma(f, fma(f, 1.0 - f, -1.0), 1.0), low)
    return high + fma(log1p_series_f32(f), f * f, low)


def log1p_f32(x: f32) -> f32:
    exponent = (bitcast(1.0 + x, i32) - 0x3f400000) & -0x800000
    part = bitcast(0x40800000 - exponent, f32)
    f = bitcast(bitcast(x, i32) - exponent, f32) + fma(part, 0.25, -1.0)
    n = f32(exponent) * 0x1p-23
    low = fma(n, 0x1.7f7d1cp-20, log1p_series_f32(f) * (f * f))
    y = fma(n, 0x1.62e4p-1, f + low)
    y = select(x < bitcast(i32(0x7f800000), f32), y, x + x)
    y = select(x < -1.0, bitcast(i32(0x7fc00000), f32), y)
    y = select(x == -1.0, bitcast(i32(-0x800000), f32), y)
    return select(x == 0.0, x, y)


def log2_f64(x: f64) -> f64:
    h, l = log_two_f64(x)
    p = h * 0x1.71547652b82fep0
    y = p + fma(h, 0x1.777d0ffda0d24p-56, fma(l, 0x1.71547652b82fep0, fma(h, 0x1.71547652b82fep0, -p)))
    return log_ends_f64(x, y)


def log10_f64(x: f64) -> f64:
    h, l = log_two_f64(x)
    p = h * 0x1.bcb7b1526e50ep-2
    y = p + fma(h, 0x1.95355baaafad3p-57, fma(l, 0x1.bcb7b1526e50ep-2, fma(h, 0x1.bcb7b1526e50ep-2, -p)))
    return log_ends_f64(x, y)


# log(1 + x + xl): 1 + x is u + c; (c + xl) / u is what they add.
def log_one_plus_f64(x: f64, xl: f64) -> f64:
    u = 1.0 + x
    v = u - 1.0
    c = (1.0 - (u - v)) + (x - v)
    h, l = log_two_f64(u)
    return h + (l + (c + xl) / u)


def log1p_f64(x: f64) -> f64:
    y = log_ends_f64(1.0 + x, log_one_plus_f64(x, f64(0.0)))
    return select(x == 0.0, x, y)
