# SPDX-License-Identifier: Apache-2.0
"""Functions of complex numbers, given as real and imaginary part, with the
branch cuts and special values of C99's Annex G, which are Python's (Kahan,
"Branch cuts for complex elementary functions", 1987). A sine is a hyperbolic
sine turned: sin z = -i sinh iz, and so with tan, asin and atan. No result has
the sign of a NaN, which backends do not agree on."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          select, sqrt)
from angle import atan2_f32, atan2_f64
from exp import exp_f32, exp_f64, exp_scaled_f32, exp_scaled_f64
from hyperbolic import (asinh_f32, asinh_f64, cosh_f32, cosh_f64, sinh_f32,
                        sinh_f64, tanh_f32, tanh_f64)
from hypot import hypot_f32, hypot_f64
from log import log1p_f32, log1p_f64, log_f32, log_f64
from pow import pow_f32, pow_f64
from trig import cos_f32, cos_f64, sin_f32, sin_f64, tan_f32, tan_f64


# h times a sine or cosine; where `plain` does not hold that may be no number,
# and is left out.
def times_f32(h: f32, c: f32, plain: bool) -> f32:
    return select(plain or c == c, h * c, h)


def cphase_f32(x: f32, y: f32) -> f32:
    return atan2_f32(y, x)


def cpolar_f32(x: f32, y: f32) -> (f32, f32):
    return hypot_f32(x, y), atan2_f32(y, x)


def crect_f32(r: f32, phi: f32) -> (f32, f32):
    x = times_f32(r, cos_f32(phi), abs(r) < bitcast(i32(0x7f800000), f32) and r != 0.0)
    y = times_f32(r, sin_f32(phi), abs(r) < bitcast(i32(0x7f800000), f32) and r != 0.0)
    return x, select(phi == 0.0, r * phi, y)


def cisnan_f32(x: f32, y: f32) -> bool:
    return x != x or y != y


def cisinf_f32(x: f32, y: f32) -> bool:
    return abs(x) == bitcast(i32(0x7f800000), f32) or abs(y) == bitcast(i32(0x7f800000), f32)


def cisfinite_f32(x: f32, y: f32) -> bool:
    return abs(x) < bitcast(i32(0x7f800000), f32) and abs(y) < bitcast(i32(0x7f800000), f32)


# In quarters, since exp x may be too large where its parts are not.
def cexp_f32(x: f32, y: f32) -> (f32, f32):
    e = select(x > 90.0, bitcast(i32(0x7f800000), f32), exp_scaled_f32(x, -2))
    c = cos_f32(y)
    s = sin_f32(y)
    if x == -bitcast(i32(0x7f800000), f32) and not (abs(y) < bitcast(i32(0x7f800000), f32)):
        c = f32(1.0)
        s = select(y == y, copysign(f32(1.0), y), 1.0)
    re = times_f32(e, c, abs(x) < bitcast(i32(0x7f800000), f32)) * 4.0
    im = e * s * 4.0
    return re, select(y == 0.0, y, im)


def csinh_f32(x: f32, y: f32) -> (f32, f32):
    a = abs(x)
    c = cos_f32(y)
    s = sin_f32(y)
    e = select(a > 90.0, bitcast(i32(0x7f800000), f32), exp_scaled_f32(a, -3))
    far = a > 80.0
    h = select(far, copysign(e, x), sinh_f32(x))
    g = select(far, e, cosh_f32(x))
    scale = select(far, f32(4.0), f32(1.0))
    re = times_f32(h, c, a < bitcast(i32(0x7f800000), f32) and a != 0.0) * scale
    im = g * s * scale
    return select(y == 0.0, sinh_f32(x), re), select(y == 0.0, y, im)


def ccosh_f32(x: f32, y: f32) -> (f32, f32):
    a = abs(x)
    c = cos_f32(y)
    s = sin_f32(y)
    e = select(a > 90.0, bitcast(i32(0x7f800000), f32), exp_scaled_f32(a, -3))
    far = a > 80.0
    g = select(far, e, cosh_f32(x))
    h = select(far, copysign(e, x), sinh_f32(x))
    scale = select(far, f32(4.0), f32(1.0))
    re = times_f32(g, c, a < bitcast(i32(0x7f800000), f32)) * scale
    im = h * s * scale
    # a zero times infinity or NaN: the sign is free
    im = select(x == 0.0, select(s == s, x * copysign(f32(1.0), s), 0.0), im)
    im = select(y == 0.0, select(x == x, y * copysign(f32(1.0), x), y), im)
    return select(abs(x) == bitcast(i32(0x7f800000), f32) and not (abs(y) < bitcast(i32(0x7f800000), f32)), bitcast(i32(0x7f800000), f32), re), im


# tanh(x + iy) = (t (1 + u^2) + i u / cosh(x)^2) / (1 + (t u)^2), t = tanh x and
# u = tan y.
def ctanh_f32(x: f32, y: f32) -> (f32, f32):
    a = abs(x)
    t = tanh_f32(x)
    u = tan_f32(y)
    d = fma(t * u, t * u, 1.0)
    sech = 1.0 / cosh_f32(x)
    re = t * (fma(u, u, 1.0) / d)
    im = (u / d) * sech * sech
    if a > 40.0:
        im = 4.0 * sin_f32(y) * cos_f32(y) * exp_f32(-2.0 * a)
        plain = abs(y) < bitcast(i32(0x7f800000), f32)
        im = select(plain, im, select(a == bitcast(i32(0x7f800000), f32), f32(0.0), y - y))
        re = select(plain or a == bitcast(i32(0x7f800000), f32), copysign(f32(1.0), x), y - y)
    re = select(x == 0.0 and abs(y) < bitcast(i32(0x7f800000), f32), x, re)
    return re, select(y == 0.0, y, im)


def csqrt_f32(x: f32, y: f32) -> (f32, f32):
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    up = big < 0x1p-60
    down = big > 0x1p60
    scale = select(up, f32(0x1p90), select(down, f32(0x1p-90), f32(1.0)))
    back = select(up, f32(0x1p-45), select(down, f32(0x1p45), f32(1.0)))
    p = a * scale
    q = b * scale
    r = sqrt((p + hypot_f32(p, q)) * 0.5)
    s = q / (r + r)
    s = select(r == 0.0, 0.0, s)
    r = r * back
    s = s * back
    right = bitcast(x, i32) >= 0
    re = select(right, r, s)
    im = copysign(select(right, s, r), y)
    # infinities
    im = select(a == bitcast(i32(0x7f800000), f32), select(right, copysign(f32(0.0), y), copysign(bitcast(i32(0x7f800000), f32), y)), im)
    im = select(a == bitcast(i32(0x7f800000), f32) and y != y, select(right, y, bitcast(i32(0x7f800000), f32)), im)
    re = select(a == bitcast(i32(0x7f800000), f32), select(right, a, select(y == y, 0.0, y)), re)
    im = select(b == bitcast(i32(0x7f800000), f32), y, im)
    return select(b == bitcast(i32(0x7f800000), f32), bitcast(i32(0x7f800000), f32), re), im


# log |z|: near the unit circle by what |z|^2 differs from 1.
def log_size_f32(x: f32, y: f32) -> f32:
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    small = select(a > b, b, a)
    up = big < 0x1p-60
    down = big > 0x1p60
    scale = select(up, f32(0x1p90), select(down, f32(0x1p-90), f32(1.0)))
    shift = select(up, f32(-0x1.f310e4p5), select(down, f32(0x1.f310e4p5), f32(0.0)))
    h = hypot_f32(big * scale, small * scale)
    y = log_f32(h) + shift
    m = big - 1.0
    p = m * (big + 1.0)
    # what p, its factor and the square lose
    ml = fma(m, big + 1.0, -p) + m * (big - ((big + 1.0) - 1.0))
    s = small * small
    t = p + s
    tl = select(abs(p) > s, (p - t) + s, (s - t) + p) + (ml + fma(small, small, -s))
    near = 0.5 * log1p_f32(t + tl)
    y = select(h > 0.7 and h < 1.8 and not up and not down, near, y)
    return select(a == bitcast(i32(0x7f800000), f32) or b == bitcast(i32(0x7f800000), f32), bitcast(i32(0x7f800000), f32), y)


def clog_f32(x: f32, y: f32) -> (f32, f32):
    return log_size_f32(x, y), atan2_f32(y, x)


def clog10_f32(x: f32, y: f32) -> (f32, f32):
    return log_size_f32(x, y) * 0x1.bcb7b2p-2, atan2_f32(y, x) * 0x1.bcb7b2p-2


def clog2_f32(x: f32, y: f32) -> (f32, f32):
    return log_size_f32(x, y) * 0x1.715476p0, atan2_f32(y, x) * 0x1.715476p0


# Far from the origin asinh z, and acosh z but for its angle, is log 2 z.
def casinh_f32(x: f32, y: f32) -> (f32, f32):
    if not (abs(x) < 0x1p30 and abs(y) < 0x1p30):
        re = copysign(log_size_f32(x, y) + 0x1.62e43p-1, x)
        im = atan2_f32(y, abs(x))
        im = select(y == 0.0 and x != x, y, im)
        return select(abs(y) == bitcast(i32(0x7f800000), f32) and x != x, abs(y), re), im
    p, pl = csqrt_f32(1.0 + y, -x)
    q, ql = csqrt_f32(1.0 - y, x)
    re = asinh_f32(p * ql - q * pl)
    return select(x == 0.0 and abs(y) <= 1.0, x, re), atan2_f32(y, p * q - pl * ql)


def cacosh_f32(x: f32, y: f32) -> (f32, f32):
    if not (abs(x) < 0x1p30 and abs(y) < 0x1p30):
        return log_size_f32(x, y) + 0x1.62e43p-1, atan2_f32(y, x)
    p, pl = csqrt_f32(x - 1.0, y)
    q, ql = csqrt_f32(x + 1.0, y)
    return asinh_f32(p * q + pl * ql), 2.0 * atan2_f32(pl, q)


def cacos_f32(x: f32, y: f32) -> (f32, f32):
    if not (abs(x) < 0x1p30 and abs(y) < 0x1p30):
        re = atan2_f32(abs(y), x)
        im = log_size_f32(x, y) + 0x1.62e43p-1
        re = select(x == 0.0 and y != y, f32(0x1.921fb6p0), re)
        return re, select(y == y, copysign(im, -y), im)
    p, pl = csqrt_f32(1.0 - x, -y)
    q, ql = csqrt_f32(1.0 + x, y)
    return 2.0 * atan2_f32(p, q), asinh_f32(q * pl - ql * p)


# (log |1 + z| - log |1 - z|) / 2 and half the difference of their angles.
def catanh_f32(x: f32, y: f32) -> (f32, f32):
    a = abs(x)
    b = abs(y)
    if not (a < 0x1p30 and b < 0x1p30):
        # x / |z|^2, where the square may be too large
        h = hypot_f32(x * 0.5, y * 0.5)
        re = select(a == bitcast(i32(0x7f800000), f32) or b == bitcast(i32(0x7f800000), f32), 0.0, a * 0.25 / h / h)
        im = select(x == x or b == bitcast(i32(0x7f800000), f32), copysign(f32(0x1.921fb6p0), y), x)
        re = select(x == x, copysign(select(a == 0.0, 0.0, re), x), re)
        return re, select(y == y, im, y)
    d = (1.0 - a) * (1.0 - a)
    re = 0.25 * log1p_f32(4.0 * a / fma(b, b, d))
    re = select(d == 0.0 and b < 0x1p-60, select(b == 0.0, bitcast(i32(0x7f800000), f32), 0.5 * (0x1.62e43p-1 - log_f32(b))), re)
    im = 0.5 * atan2_f32(b + b, fma(-b, b, (1.0 - a) * (1.0 + a)))
    im = select(a == 1.0 and b == 0.0, 0.0, im)
    return copysign(re, x), copysign(im, y)


def csin_f32(x: f32, y: f32) -> (f32, f32):
    s, c = csinh_f32(-y, x)
    return c, -s


def ccos_f32(x: f32, y: f32) -> (f32, f32):
    c, s = ccosh_f32(-y, x)
    return c, s


def ctan_f32(x: f32, y: f32) -> (f32, f32):
    t, u = ctanh_f32(-y, x)
    return u, -t


def casin_f32(x: f32, y: f32) -> (f32, f32):
    s, t = casinh_f32(-y, x)
    return t, -s


def catan_f32(x: f32, y: f32) -> (f32, f32):
    s, t = catanh_f32(-y, x)
    return t, -s


# z ** w in polar form; 0 to a power that is negative or not real is NaN.
def cpow_f32(x: f32, y: f32, u: f32, v: f32) -> (f32, f32):
    if u == 0.0 and v == 0.0:
        return f32(1.0), f32(0.0)
    if x == 0.0 and y == 0.0:
        bad = u < 0.0 or v != 0.0
        zero = select(bad, bitcast(i32(0x7fc00000), f32), f32(0.0))
        return zero, zero
    size = hypot_f32(x, y)
    angle = atan2_f32(y, x)
    r = pow_f32(size, u)
    phi = angle * u
    if v != 0.0:
        # in one, since either factor may be too large
        length = log_f32(size)
        r = exp_f32(fma(u, length, -angle * v))
        phi = fma(v, length, phi)
    return r * cos_f32(phi), r * sin_f32(phi)


# h times a sine or cosine; where `plain` does not hold that may be no number,
# and is left out.
def times_f64(h: f64, c: f64, plain: bool) -> f64:
    return select(plain or c == c, h * c, h)


def cphase_f64(x: f64, y: f64) -> f64:
    return atan2_f64(y, x)


def cpolar_f64(x: f64, y: f64) -> (f64, f64):
    return hypot_f64(x, y), atan2_f64(y, x)


def crect_f64(r: f64, phi: f64) -> (f64, f64):
    x = times_f64(r, cos_f64(phi), abs(r) < bitcast(i64(0x7ff0000000000000), f64) and r != 0.0)
    y = times_f64(r, sin_f64(phi), abs(r) < bitcast(i64(0x7ff0000000000000), f64) and r != 0.0)
    return x, select(phi == 0.0, r * phi, y)


def cisnan_f64(x: f64, y: f64) -> bool:
    return x != x or y != y


def cisinf_f64(x: f64, y: f64) -> bool:
    return abs(x) == bitcast(i64(0x7ff0000000000000), f64) or abs(y) == bitcast(i64(0x7ff0000000000000), f64)


def cisfinite_f64(x: f64, y: f64) -> bool:
    return abs(x) < bitcast(i64(0x7ff0000000000000), f64) and abs(y) < bitcast(i64(0x7ff0000000000000), f64)


# In quarters, since exp x may be too large where its parts are not.
def cexp_f64(x: f64, y: f64) -> (f64, f64):
    e = select(x > 711.0, bitcast(i64(0x7ff0000000000000), f64), exp_scaled_f64(x, -2))
    c = cos_f64(y)
    s = sin_f64(y)
    if x == -bitcast(i64(0x7ff0000000000000), f64) and not (abs(y) < bitcast(i64(0x7ff0000000000000), f64)):
        c = f64(1.0)
        s = select(y == y, copysign(f64(1.0), y), 1.0)
    re = times_f64(e, c, abs(x) < bitcast(i64(0x7ff0000000000000), f64)) * 4.0
    im = e * s * 4.0
    return re, select(y == 0.0, y, im)


def csinh_f64(x: f64, y: f64) -> (f64, f64):
    a = abs(x)
    c = cos_f64(y)
    s = sin_f64(y)
    e = select(a > 711.0, bitcast(i64(0x7ff0000000000000), f64), exp_scaled_f64(a, -3))
    far = a > 700.0
    h = select(far, copysign(e, x), sinh_f64(x))
    g = select(far, e, cosh_f64(x))
    scale = select(far, f64(4.0), f64(1.0))
    re = times_f64(h, c, a < bitcast(i64(0x7ff0000000000000), f64) and a != 0.0) * scale
    im = g * s * scale
    return select(y == 0.0, sinh_f64(x), re), select(y == 0.0, y, im)


def ccosh_f64(x: f64, y: f64) -> (f64, f64):
    a = abs(x)
    c = cos_f64(y)
    s = sin_f64(y)
    e = select(a > 711.0, bitcast(i64(0x7ff0000000000000), f64), exp_scaled_f64(a, -3))
    far = a > 700.0
    g = select(far, e, cosh_f64(x))
    h = select(far, copysign(e, x), sinh_f64(x))
    scale = select(far, f64(4.0), f64(1.0))
    re = times_f64(g, c, a < bitcast(i64(0x7ff0000000000000), f64)) * scale
    im = h * s * scale
    # a zero times infinity or NaN: the sign is free
    im = select(x == 0.0, select(s == s, x * copysign(f64(1.0), s), 0.0), im)
    im = select(y == 0.0, select(x == x, y * copysign(f64(1.0), x), y), im)
    return select(abs(x) == bitcast(i64(0x7ff0000000000000), f64) and not (abs(y) < bitcast(i64(0x7ff0000000000000), f64)), bitcast(i64(0x7ff0000000000000), f64), re), im


# tanh(x + iy) = (t (1 + u^2) + i u / cosh(x)^2) / (1 + (t u)^2), t = tanh x and
# u = tan y.
def ctanh_f64(x: f64, y: f64) -> (f64, f64):
    a = abs(x)
    t = tanh_f64(x)
    u = tan_f64(y)
    d = fma(t * u, t * u, 1.0)
    sech = 1.0 / cosh_f64(x)
    re = t * (fma(u, u, 1.0) / d)
    im = (u / d) * sech * sech
    if a > 80.0:
        im = 4.0 * sin_f64(y) * cos_f64(y) * exp_f64(-2.0 * a)
        plain = abs(y) < bitcast(i64(0x7ff0000000000000), f64)
        im = select(plain, im, select(a == bitcast(i64(0x7ff0000000000000), f64), f64(0.0), y - y))
        re = select(plain or a == bitcast(i64(0x7ff0000000000000), f64), copysign(f64(1.0), x), y - y)
    re = select(x == 0.0 and abs(y) < bitcast(i64(0x7ff0000000000000), f64), x, re)
    return re, select(y == 0.0, y, im)


def csqrt_f64(x: f64, y: f64) -> (f64, f64):
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    up = big < 0x1p-500
    down = big > 0x1p500
    scale = select(up, f64(0x1p600), select(down, f64(0x1p-600), f64(1.0)))
    back = select(up, f64(0x1p-300), select(down, f64(0x1p300), f64(1.0)))
    p = a * scale
    q = b * scale
    r = sqrt((p + hypot_f64(p, q)) * 0.5)
    s = q / (r + r)
    s = select(r == 0.0, 0.0, s)
    r = r * back
    s = s * back
    right = bitcast(x, i64) >= 0
    re = select(right, r, s)
    im = copysign(select(right, s, r), y)
    # infinities
    im = select(a == bitcast(i64(0x7ff0000000000000), f64), select(right, copysign(f64(0.0), y), copysign(bitcast(i64(0x7ff0000000000000), f64), y)), im)
    im = select(a == bitcast(i64(0x7ff0000000000000), f64) and y != y, select(right, y, bitcast(i64(0x7ff0000000000000), f64)), im)
    re = select(a == bitcast(i64(0x7ff0000000000000), f64), select(right, a, select(y == y, 0.0, y)), re)
    im = select(b == bitcast(i64(0x7ff0000000000000), f64), y, im)
    return select(b == bitcast(i64(0x7ff0000000000000), f64), bitcast(i64(0x7ff0000000000000), f64), re), im


# log |z|: near the unit circle by what |z|^2 differs from 1.
def log_size_f64(x: f64, y: f64) -> f64:
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    small = select(a > b, b, a)
    up = big < 0x1p-500
    down = big > 0x1p500
    scale = select(up, f64(0x1p600), select(down, f64(0x1p-600), f64(1.0)))
    shift = select(up, f64(-0x1.9fe3682cd3be4p8), select(down, f64(0x1.9fe3682cd3be4p8), f64(0.0)))
    h = hypot_f64(big * scale, small * scale)
    y = log_f64(h) + shift
    m = big - 1.0
    p = m * (big + 1.0)
    # what p, its factor and the square lose
    ml = fma(m, big + 1.0, -p) + m * (big - ((big + 1.0) - 1.0))
    s = small * small
    t = p + s
    tl = select(abs(p) > s, (p - t) + s, (s - t) + p) + (ml + fma(small, small, -s))
    near = 0.5 * log1p_f64(t + tl)
    y = select(h > 0.7 and h < 1.8 and not up and not down, near, y)
    return select(a == bitcast(i64(0x7ff0000000000000), f64) or b == bitcast(i64(0x7ff0000000000000), f64), bitcast(i64(0x7ff0000000000000), f64), y)


def clog_f64(x: f64, y: f64) -> (f64, f64):
    return log_size_f64(x, y), atan2_f64(y, x)


def clog10_f64(x: f64, y: f64) -> (f64, f64):
    return log_size_f64(x, y) * 0x1.bcb7b1526e50ep-2, atan2_f64(y, x) * 0x1.bcb7b1526e50ep-2


def clog2_f64(x: f64, y: f64) -> (f64, f64):
    return log_size_f64(x, y) * 0x1.71547652b82fep0, atan2_f64(y, x) * 0x1.71547652b82fep0


# Far from the origin asinh z, and acosh z but for its angle, is log 2 z.
def casinh_f64(x: f64, y: f64) -> (f64, f64):
    if not (abs(x) < 0x1p60 and abs(y) < 0x1p60):
        re = copysign(log_size_f64(x, y) + 0x1.62e42fefa39efp-1, x)
        im = atan2_f64(y, abs(x))
        im = select(y == 0.0 and x != x, y, im)
        return select(abs(y) == bitcast(i64(0x7ff0000000000000), f64) and x != x, abs(y), re), im
    p, pl = csqrt_f64(1.0 + y, -x)
    q, ql = csqrt_f64(1.0 - y, x)
    re = asinh_f64(p * ql - q * pl)
    return select(x == 0.0 and abs(y) <= 1.0, x, re), atan2_f64(y, p * q - pl * ql)


def cacosh_f64(x: f64, y: f64) -> (f64, f64):
    if not (abs(x) < 0x1p60 and abs(y) < 0x1p60):
        return log_size_f64(x, y) + 0x1.62e42fefa39efp-1, atan2_f64(y, x)
    p, pl = csqrt_f64(x - 1.0, y)
    q, ql = csqrt_f64(x + 1.0, y)
    return asinh_f64(p * q + pl * ql), 2.0 * atan2_f64(pl, q)


def cacos_f64(x: f64, y: f64) -> (f64, f64):
    if not (abs(x) < 0x1p60 and abs(y) < 0x1p60):
        re = atan2_f64(abs(y), x)
        im = log_size_f64(x, y) + 0x1.62e42fefa39efp-1
        re = select(x == 0.0 and y != y, f64(0x1.921fb54442d18p0), re)
        return re, select(y == y, copysign(im, -y), im)
    p, pl = csqrt_f64(1.0 - x, -y)
    q, ql = csqrt_f64(1.0 + x, y)
    return 2.0 * atan2_f64(p, q), asinh_f64(q * pl - ql * p)


# (log |1 + z| - log |1 - z|) / 2 and half the difference of their angles.
def catanh_f64(x: f64, y: f64) -> (f64, f64):
    a = abs(x)
    b = abs(y)
    if not (a < 0x1p60 and b < 0x1p60):
        # x / |z|^2, where the square may be too large
        h = hypot_f64(x * 0.5, y * 0.5)
        re = select(a == bitcast(i64(0x7ff0000000000000), f64) or b == bitcast(i64(0x7ff0000000000000), f64), 0.0, a * 0.25 / h / h)
        im = select(x == x or b == bitcast(i64(0x7ff0000000000000), f64), copysign(f64(0x1.921fb54442d18p0), y), x)
        re = select(x == x, copysign(select(a == 0.0, 0.0, re), x), re)
        return re, select(y == y, im, y)
    d = (1.0 - a) * (1.0 - a)
    re = 0.25 * log1p_f64(4.0 * a / fma(b, b, d))
    re = select(d == 0.0 and b < 0x1p-500, select(b == 0.0, bitcast(i64(0x7ff0000000000000), f64), 0.5 * (0x1.62e42fefa39efp-1 - log_f64(b))), re)
    im = 0.5 * atan2_f64(b + b, fma(-b, b, (1.0 - a) * (1.0 + a)))
    im = select(a == 1.0 and b == 0.0, 0.0, im)
    return copysign(re, x), copysign(im, y)


def csin_f64(x: f64, y: f64) -> (f64, f64):
    s, c = csinh_f64(-y, x)
    return c, -s


def ccos_f64(x: f64, y: f64) -> (f64, f64):
    c, s = ccosh_f64(-y, x)
    return c, s


def ctan_f64(x: f64, y: f64) -> (f64, f64):
    t, u = ctanh_f64(-y, x)
    return u, -t


def casin_f64(x: f64, y: f64) -> (f64, f64):
    s, t = casinh_f64(-y, x)
    return t, -s


def catan_f64(x: f64, y: f64) -> (f64, f64):
    s, t = catanh_f64(-y, x)
    return t, -s


# z ** w in polar form; 0 to a power that is negative or not real is NaN.
def cpow_f64(x: f64, y: f64, u: f64, v: f64) -> (f64, f64):
    if u == 0.0 and v == 0.0:
        return f64(1.0), f64(0.0)
    if x == 0.0 and y == 0.0:
        bad = u < 0.0 or v != 0.0
        zero = select(bad, bitcast(i64(0x7ff8000000000000), f64), f64(0.0))
        return zero, zero
    size = hypot_f64(x, y)
    angle = atan2_f64(y, x)
    r = pow_f64(size, u)
    phi = angle * u
    if v != 0.0:
        # in one, since either factor may be too large
        length = log_f64(size)
        r = exp_f64(fma(u, length, -angle * v))
        phi = fma(v, length, phi)
    return r * cos_f64(phi), r * sin_f64(phi)
