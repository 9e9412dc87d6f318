# SPDX-License-Identifier: Apache-2.0
"""Functions of complex numbers, given as real and imaginary part, with the
branch cuts and special values of C99's Annex G, which are Python's (Kahan,
"Branch cuts for complex elementary functions", 1987). A sine is a hyperbolic
sine turned: sin z = -i sinh iz, and so with tan, asin and atan. No result has
the sign of a NaN, which backends do not agree on."""
from portkern.lib import (abs, bitcast, copysign, fma, i32, I, INF, NAN, pick,
                          select, sqrt, T)
from angle import atan2_T
from exp import exp_T, exp_scaled_T
from hyperbolic import asinh_T, cosh_T, sinh_T, tanh_T
from hypot import hypot_T
from log import log1p_T, log_T
from pow import pow_T
from trig import cos_T, sin_T, tan_T


# h times a sine or cosine; where `plain` does not hold that may be no number,
# and is left out, with the sign.
def times_T(h: T, c: T, plain: bool) -> T:
    return select(plain or c == c, h * c, abs(h))


def cphase_T(x: T, y: T) -> T:
    return atan2_T(y, x)


def cpolar_T(x: T, y: T) -> (T, T):
    return hypot_T(x, y), atan2_T(y, x)


# An angle of zero has a sign and no size, whatever r is; one that is no number
# leaves of r that it is nothing, or infinite.
def crect_T(r: T, phi: T) -> (T, T):
    plain = abs(phi) < INF
    none = select(r == 0.0, T(0.0), NAN)
    x = select(plain, r * cos_T(phi), select(abs(r) == INF, INF, none))
    y = select(plain, r * sin_T(phi), none)
    side = select(r == r, copysign(T(1.0), r) * phi, T(0.0))
    return x, select(phi == 0.0, side, y)


def cisnan_T(x: T, y: T) -> bool:
    return x != x or y != y


def cisinf_T(x: T, y: T) -> bool:
    return abs(x) == INF or abs(y) == INF


def cisfinite_T(x: T, y: T) -> bool:
    return abs(x) < INF and abs(y) < INF


# In quarters where exp x may be too large though its parts are not. Where it is
# among the least numbers float32 multiplies before it rounds; float64 rounds
# both, as CPython does.
def cexp_T(x: T, y: T) -> (T, T):
    far = x > pick(80.0, 700.0)
    low = x < pick(-60.0, -INF)
    k = select(far, i32(-2), select(low, i32(40), i32(0)))
    e = select(x > pick(90.0, 711.0), INF, exp_scaled_T(x, k))
    scale = select(far, T(4.0), select(low, T(pick(0x1p-40, 1.0)), T(1.0)))
    c = cos_T(y)
    s = sin_T(y)
    if x == -INF and not (abs(y) < INF):
        c = T(1.0)
        s = T(1.0)
    re = times_T(e, c, abs(x) < INF) * scale
    im = e * s * scale
    return re, select(y == 0.0, y, im)


def csinh_T(x: T, y: T) -> (T, T):
    a = abs(x)
    c = cos_T(y)
    s = sin_T(y)
    e = select(a > pick(90.0, 711.0), INF, exp_scaled_T(a, -3))
    far = a > pick(80.0, 700.0)
    h = select(far, copysign(e, x), sinh_T(x))
    g = select(far, e, cosh_T(x))
    scale = select(far, T(4.0), T(1.0))
    re = times_T(h, c, a < INF and a != 0.0) * scale
    im = g * s * scale
    return select(y == 0.0, sinh_T(x), re), select(y == 0.0, y, im)


def ccosh_T(x: T, y: T) -> (T, T):
    a = abs(x)
    c = cos_T(y)
    s = sin_T(y)
    e = select(a > pick(90.0, 711.0), INF, exp_scaled_T(a, -3))
    far = a > pick(80.0, 700.0)
    g = select(far, e, cosh_T(x))
    h = select(far, copysign(e, x), sinh_T(x))
    scale = select(far, T(4.0), T(1.0))
    re = times_T(g, c, a < INF) * scale
    im = h * s * scale
    # a zero times infinity or NaN: the sign is free
    im = select(x == 0.0, select(s == s, x * copysign(T(1.0), s), 0.0), im)
    im = select(y == 0.0, select(x == x, y * copysign(T(1.0), x), 0.0), im)
    return select(abs(x) == INF and not (abs(y) < INF), INF, re), im


# tanh(x + iy) = (t (1 + u^2) + i u / cosh(x)^2) / (1 + (t u)^2), t = tanh x and
# u = tan y.
def ctanh_T(x: T, y: T) -> (T, T):
    a = abs(x)
    t = tanh_T(x)
    u = tan_T(y)
    d = fma(t * u, t * u, 1.0)
    sech = 1.0 / cosh_T(x)
    re = t * (fma(u, u, 1.0) / d)
    im = (u / d) * (sech * sech)
    if a > pick(40.0, 80.0):
        im = 4.0 * sin_T(y) * cos_T(y) * exp_T(-2.0 * a)
        plain = abs(y) < INF
        im = select(plain, im, select(a == INF, T(0.0), y - y))
        re = select(plain or a == INF, copysign(T(1.0), x), y - y)
    re = select(x == 0.0 and abs(y) < INF, x, re)
    return re, select(y == 0.0, y, im)


def csqrt_T(x: T, y: T) -> (T, T):
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    up = big < pick(0x1p-60, 0x1p-500)
    down = big > pick(0x1p60, 0x1p500)
    scale = select(up, T(pick(0x1p90, 0x1p600)), select(down, T(pick(0x1p-90, 0x1p-600)), T(1.0)))
    back = select(up, T(pick(0x1p-45, 0x1p-300)), select(down, T(pick(0x1p45, 0x1p300)), T(1.0)))
    p = a * scale
    q = b * scale
    r = sqrt((p + hypot_T(p, q)) * 0.5)
    s = q / (r + r)
    s = select(r == 0.0, 0.0, s)
    r = r * back
    s = s * back
    right = bitcast(x, I) >= 0 or x == 0.0
    re = select(right, r, s)
    im = copysign(select(right, s, r), y)
    # infinities
    im = select(a == INF, select(right, copysign(T(0.0), y), copysign(INF, y)), im)
    im = select(a == INF and y != y, select(right, y, INF), im)
    re = select(a == INF, select(right, a, select(y == y, 0.0, y)), re)
    im = select(b == INF, y, im)
    return select(b == INF, INF, re), im


# log |z|: near the unit circle by what |z|^2 differs from 1.
def log_size_T(x: T, y: T) -> T:
    a = abs(x)
    b = abs(y)
    big = select(a > b, a, b)
    small = select(a > b, b, a)
    up = big < pick(0x1p-60, 0x1p-500)
    down = big > pick(0x1p60, 0x1p500)
    scale = select(up, T(pick(0x1p90, 0x1p600)), select(down, T(pick(0x1p-90, 0x1p-600)), T(1.0)))
    shift = select(up, T(-pick(0x1.f310e4p5, 0x1.9fe3682cd3be4p8)),
                   select(down, T(pick(0x1.f310e4p5, 0x1.9fe3682cd3be4p8)), T(0.0)))
    h = hypot_T(big * scale, small * scale)
    y = log_T(h) + shift
    m = big - 1.0
    p = m * (big + 1.0)
    # what p, its factor and the square lose
    ml = fma(m, big + 1.0, -p) + m * (big - ((big + 1.0) - 1.0))
    s = small * small
    t = p + s
    tl = select(abs(p) > s, (p - t) + s, (s - t) + p) + (ml + fma(small, small, -s))
    near = 0.5 * log1p_T(t + tl)
    y = select(h > 0.7 and h < 1.8 and not up and not down, near, y)
    return select(a == INF or b == INF, INF, y)


def clog_T(x: T, y: T) -> (T, T):
    return log_size_T(x, y), atan2_T(y, x)


def clog10_T(x: T, y: T) -> (T, T):
    return (log_size_T(x, y) * pick(0x1.bcb7b2p-2, 0x1.bcb7b1526e50ep-2),
            atan2_T(y, x) * pick(0x1.bcb7b2p-2, 0x1.bcb7b1526e50ep-2))


def clog2_T(x: T, y: T) -> (T, T):
    return (log_size_T(x, y) * pick(0x1.715476p0, 0x1.71547652b82fep0),
            atan2_T(y, x) * pick(0x1.715476p0, 0x1.71547652b82fep0))


# Far from the origin asinh z, and acosh z but for its angle, is log 2 z.
def casinh_T(x: T, y: T) -> (T, T):
    if not (abs(x) < pick(0x1p30, 0x1p60) and abs(y) < pick(0x1p30, 0x1p60)):
        re = copysign(log_size_T(x, y) + pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1), x)
        im = atan2_T(y, abs(x))
        im = select(y == 0.0 and x != x, y, im)
        return select(abs(y) == INF and x != x, abs(y), re), im
    p, pl = csqrt_T(1.0 + y, -x)
    q, ql = csqrt_T(1.0 - y, x)
    re = asinh_T(p * ql - q * pl)
    # halves of the least numbers are none: float64 is CPython's there, too
    if abs(x) < pick(0x1p-100, 0.0) and abs(y) < 1.0:
        re = x / sqrt((1.0 - y) * (1.0 + y))
    return select(x == 0.0 and abs(y) <= 1.0, x, re), atan2_T(y, p * q - pl * ql)


def cacosh_T(x: T, y: T) -> (T, T):
    if not (abs(x) < pick(0x1p30, 0x1p60) and abs(y) < pick(0x1p30, 0x1p60)):
        return log_size_T(x, y) + pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1), atan2_T(y, x)
    p, pl = csqrt_T(x - 1.0, y)
    q, ql = csqrt_T(x + 1.0, y)
    return asinh_T(p * q + pl * ql), 2.0 * atan2_T(pl, q)


def cacos_T(x: T, y: T) -> (T, T):
    if not (abs(x) < pick(0x1p30, 0x1p60) and abs(y) < pick(0x1p30, 0x1p60)):
        re = atan2_T(abs(y), x)
        im = log_size_T(x, y) + pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1)
        re = select(x == 0.0 and y != y, T(pick(0x1.921fb6p0, 0x1.921fb54442d18p0)), re)
        return re, select(y == y, copysign(im, -y), im)
    p, pl = csqrt_T(1.0 - x, -y)
    q, ql = csqrt_T(1.0 + x, y)
    return 2.0 * atan2_T(p, q), asinh_T(q * pl - ql * p)


# (log |1 + z| - log |1 - z|) / 2 and half the difference of their angles.
def catanh_T(x: T, y: T) -> (T, T):
    a = abs(x)
    b = abs(y)
    if not (a < pick(0x1p30, 0x1p60) and b < pick(0x1p30, 0x1p60)):
        # x / |z|^2, where the square may be too large
        h = hypot_T(x * 0.5, y * 0.5)
        re = select(a == INF or b == INF, 0.0, a * 0.25 / h / h)
        im = select(x == x or b == INF, copysign(T(pick(0x1.921fb6p0, 0x1.921fb54442d18p0)), y), x)
        re = select(x == x, copysign(select(a == 0.0, 0.0, re), x), re)
        return re, select(y == y, im, y)
    d = (1.0 - a) * (1.0 - a)
    re = 0.25 * log1p_T(4.0 * a / fma(b, b, d))
    small = 0.5 * (pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1) - log_T(b))
    re = select(d == 0.0 and b < pick(0x1p-60, 0x1p-500), select(b == 0.0, INF, small), re)
    im = 0.5 * atan2_T(b + b, fma(-b, b, (1.0 - a) * (1.0 + a)))
    im = select(a == 1.0 and b == 0.0, 0.0, im)
    return copysign(re, x), copysign(im, y)


def csin_T(x: T, y: T) -> (T, T):
    s, c = csinh_T(-y, x)
    return c, -s


def ccos_T(x: T, y: T) -> (T, T):
    c, s = ccosh_T(-y, x)
    return c, s


def ctan_T(x: T, y: T) -> (T, T):
    t, u = ctanh_T(-y, x)
    return u, -t


def casin_T(x: T, y: T) -> (T, T):
    s, t = casinh_T(-y, x)
    return t, -s


def catan_T(x: T, y: T) -> (T, T):
    s, t = catanh_T(-y, x)
    return t, -s


# z ** w in polar form; 0 to a power that is negative or not real is NaN.
def cpow_T(x: T, y: T, u: T, v: T) -> (T, T):
    if u == 0.0 and v == 0.0:
        return T(1.0), T(0.0)
    if x == 0.0 and y == 0.0:
        bad = u < 0.0 or v != 0.0
        zero = select(bad, NAN, T(0.0))
        return zero, zero
    size = hypot_T(x, y)
    angle = atan2_T(y, x)
    scale = T(1.0)
    more = T(0.0)
    # |z| may be too large where its parts are not
    if size == INF and abs(x) < INF and abs(y) < INF:
        size = hypot_T(x * 0.5, y * 0.5)
        scale = pow_T(T(2.0), u)
        more = T(pick(0x1.62e43p-1, 0x1.62e42fefa39efp-1))
    r = pow_T(size, u) * scale
    phi = angle * u
    if v != 0.0:
        # in one, since either factor may be too large
        length = log_T(size) + more
        r = exp_T(fma(u, length, -angle * v))
        phi = fma(v, length, phi)
    return r * cos_T(phi), r * sin_T(phi)
