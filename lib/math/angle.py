# SPDX-License-Identifier: Apache-2.0
"""atan, atan2, asin, acos. f32: a polynomial up to 1 (asin: up to 1/2), and the
symmetries of a right angle beyond, with what the division (the root) loses
carried along. f64: the angle of a point; the ratio of its coordinates is
brought to within 1/16 by an angle whose tangent is a multiple of 1/8, and a
short series does the rest."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          min_nan, select, sqrt)
from exp import exponent_f64, scale_f64

# Bits of atan(i / 8), i = 0 .. 8, in two parts.
ATAN_HIGH_64 = (
    0x0000000000000000, 0x3fbfd5ba9aac2f6d, 0x3fcf5b75f92c80dd,
    0x3fd6f61941e4def0, 0x3fddac670561bb4f, 0x3fe1e00babdefeb3,
    0x3fe4978fa3269ee1, 0x3fe700a7c5784633, 0x3fe921fb54442d18)
ATAN_LOW_64 = (
    0x0000000000000000, 0x3c68cb225e627cfa, 0x3c68ab6e3cf7afbd,
    0x3c81ce2a8c848b74, 0x3c7a2b7f222f65e2, 0x3c9e6d720d785997,
    0x3c72419a87f2a458, 0x3c99cf2cb6954843, 0x3c81a62633145c07)


# About 1 / x, to an eighth, for positive x between 2^-100 and 2^100: what a
# correction needs.
def rough_inverse_f32(x: f32) -> f32:
    return bitcast(0x7ef00000 - bitcast(x, i32), f32)


# (atan(r) - r) / r^3 by s = r * r, up to r = 1.
def atan_series_f32(s: f32) -> f32:
    p = fma(-0x1.d5a1aap-10, s, 0x1.6551e2p-7)
    p = fma(p, s, -0x1.fe7d24p-6)
    p = fma(p, s, 0x1.da9c2ep-5)
    p = fma(p, s, -0x1.5825f2p-4)
    p = fma(p, s, 0x1.c0946cp-4)
    p = fma(p, s, -0x1.24211ap-3)
    p = fma(p, s, 0x1.9991ecp-3)
    return fma(p, s, -0x1.55553ep-2)


# What atan(r + rl) is over r + p c: what rl counts, what s = r * r has lost
# (where that counts, near 1), and what c = s * r has.
def atan_rest_f32(r: f32, rl: f32, s: f32, p: f32, c: f32) -> f32:
    rest = fma(fma(r, r, -s), -0x1.333334p-3, rl * fma(s, -0.5, 1.0))
    return fma(p, fma(s, r, -c), rest)


# atan(r + rl), or what is left to a right angle where steep. Up to 1 rl is 0.
def atan_part_f32(r: f32, rl: f32, steep: bool) -> f32:
    s = r * r
    c = s * r
    p = atan_series_f32(s)
    h = 0x1.921fb6p0 - r
    l = (0x1.921fb6p0 - h) - r
    l = l + (-0x1.777a5cp-25 - atan_rest_f32(r, rl, s, p, c))
    return select(steep, h + fma(-p, c, l), fma(p, c, r))


def atan_f32(x: f32) -> f32:
    a = min_nan(abs(x), 0x1p30)
    steep = a > 1.0
    q = 1.0 / a
    r = select(steep, q, a)
    rl = select(steep, fma(-q, a, 1.0) * q, 0.0)
    return copysign(atan_part_f32(r, rl, steep), x)


def atan2_f32(y: f32, x: f32) -> f32:
    infinity = bitcast(i32(0x7f800000), f32)
    a = abs(x)
    b = abs(y)
    steep = b > a
    d = select(steep, b, a)
    n = select(steep, a, b)
    # Infinities are 1 and 0, or 1 and 1; the origin lies on the axis.
    n = select(d < infinity, n, select(n < infinity, f32(0.0), f32(1.0)))
    d = select(d < infinity, d, f32(1.0))
    d = select(d == 0.0, f32(1.0), d)
    scale = select(d < 0x1p-64, f32(0x1p64), select(d > 0x1p64, f32(0x1p-64), f32(1.0)))
    n = n * scale
    d = d * scale
    q = n / d
    # what the quotient lacks counts 1 / (1 + q q)
    rl = fma(-q, d, n) * rough_inverse_f32(d)
    s = q * q
    c = s * q
    p = atan_series_f32(s)
    l = atan_rest_f32(q, rl, s, p, c)
    # steep: pi/2 - angle; left: pi - angle; both: pi/2 + angle
    left = bitcast(x, i32) < 0
    turn = select(steep, f32(0x1.921fb6p0), select(left, f32(0x1.921fb6p1), f32(0.0)))
    less = select(steep, f32(-0x1.777a5cp-25), select(left, f32(-0x1.777a5cp-24), f32(0.0)))
    h = select(steep == left, q, -q)
    p = select(steep == left, p, -p)
    l = select(steep == left, l, -l)
    z = turn + h
    z = z + fma(p, c, ((turn - z) + h) + (l + less))
    z = select(x != x, x, z)
    return copysign(select(y != y, y, z), y)


# asin(r) / r - 1 by s = r * r, up to r = 1/2.
def asin_series_f32(s: f32) -> f32:
    p = fma(0x1.33d432p-5, s, 0x1.d7924cp-7)
    p = fma(p, s, 0x1.04af34p-5)
    p = fma(p, s, 0x1.6caab6p-5)
    p = fma(p, s, 0x1.33389ep-4)
    p = fma(p, s, 0x1.55554cp-3)
    return p * s


# Beyond 1/2 half the angle: asin x = pi/2 - 2 asin sqrt((1 - x) / 2). r with its
# correction rl, and asin(r) - r.
def half_angle_f32(a: f32, far: bool) -> (f32, f32):
    z = fma(a, -0.5, 0.5)
    w = sqrt(z)
    wl = fma(-w, w, z) * bitcast(0x7e700000 - bitcast(w, i32), f32)
    r = select(far, w, a)
    s = select(far, z, a * a)
    return r, fma(asin_series_f32(s), r, select(far, select(a == 1.0, 0.0, wl), 0.0))


def asin_f32(x: f32) -> f32:
    a = abs(x)
    far = a > 0.5
    r, tail = half_angle_f32(a, far)
    h = fma(r, -2.0, 0x1.921fb6p0)
    l = fma(r, -2.0, 0x1.921fb6p0 - h)
    turned = h + (l + fma(tail, -2.0, -0x1.777a5cp-25))
    return copysign(select(far, turned, r + tail), x)


def acos_f32(x: f32) -> f32:
    a = abs(x)
    far = a > 0.5
    r, tail = half_angle_f32(a, far)
    # far: 2 asin, or pi less that; near: pi/2 less asin x
    left = x < 0.0
    turn = select(far, select(left, f32(0x1.921fb6p1), f32(0.0)), f32(0x1.921fb6p0))
    less = select(far, select(left, f32(-0x1.777a5cp-24), f32(0.0)), f32(-0x1.777a5cp-25))
    factor = select(far, f32(2.0), f32(-1.0))
    factor = select(left, -factor, factor)
    h = fma(r, factor, turn)
    l = fma(r, factor, turn - h)
    return h + (l + fma(tail, factor, less))


# atan((n + nl) / (d + dl)) for 0 <= n <= d, as a sum of two floats. What is no
# number stays none, and takes no part in finding the table's entry.
def atan_ratio_f64(n: f64, nl: f64, d: f64, dl: f64) -> (f64, f64):
    q = n / d
    shifted = fma(select(q <= 1.0, q, 0.0), 8.0, 0x1.8p52)
    i = i32(bitcast(shifted, i64))
    c = (shifted - 0x1.8p52) * 0.125
    a = fma(-c, d, n)
    al = nl - c * dl
    b = fma(c, n, d)
    bl = fma(c, n, d - b) + (dl + c * nl)
    t = a / b
    tl = (fma(-t, b, a) + (al - t * bl)) / b
    s = t * t
    p = fma(-0x1.1111111111111p-4, s, 0x1.3b13b13b13b14p-4)
    p = fma(p, s, -0x1.745d1745d1746p-4)
    p = fma(p, s, 0x1.c71c71c71c71cp-4)
    p = fma(p, s, -0x1.2492492492492p-3)
    p = fma(p, s, 0x1.999999999999ap-3)
    p = fma(p, s, -0x1.5555555555555p-2)
    top = bitcast(i64(ATAN_HIGH_64[i]), f64)
    low = bitcast(i64(ATAN_LOW_64[i]), f64)
    h = top + t
    l = ((top - h) + t) + (fma(p * s, t, tl) + low)
    high = h + l
    return high, (h - high) + l


# The angle of the point (x + xl, y + yl) of the first quadrant, or, where x
# is to count as negative, of its image in the second.
def angle_f64(y: f64, yl: f64, x: f64, xl: f64, left: bool) -> f64:
    steep = y > x
    h, l = atan_ratio_f64(select(steep, x, y), select(steep, xl, yl),
                          select(steep, y, x), select(steep, yl, xl))
    # steep: pi/2 - angle; left: pi - angle; both: pi/2 + angle
    plus = steep == left
    base = select(steep, f64(0x1.921fb54442d18p0), select(left, f64(0x1.921fb54442d18p1), f64(0.0)))
    baselow = select(steep, f64(0x1.1a62633145c07p-54), select(left, f64(0x1.1a62633145c07p-53), f64(0.0)))
    h = select(plus, h, -h)
    l = select(plus, l, -l)
    r = base + h
    return r + (((base - r) + h) + (l + baselow))


def atan_f64(x: f64) -> f64:
    y = min_nan(abs(x), 0x1p60)
    return copysign(angle_f64(y, f64(0.0), f64(1.0), f64(0.0), False), x)


def atan2_f64(y: f64, x: f64) -> f64:
    infinity = bitcast(i64(0x7ff0000000000000), f64)
    a = abs(x)
    b = abs(y)
    n = exponent_f64(select(a > b, a, b)) - 1523
    far = select(a == infinity, True, b == infinity)
    p = select(far, select(a == infinity, f64(1.0), f64(0.0)),
               scale_f64(a, -n))
    q = select(far, select(b == infinity, f64(1.0), f64(0.0)),
               scale_f64(b, -n))
    # the origin lies on the axis
    p = select(a == 0.0, select(b == 0.0, f64(1.0), p), p)
    left = copysign(f64(1.0), x) < 0.0
    z = copysign(angle_f64(q, f64(0.0), p, f64(0.0), left), y)
    z = select(x != x, x, z)
    return select(y != y, y, z)


# The other side of the triangle: sqrt(1 - x x) in two floats.
def other_side_f64(x: f64) -> (f64, f64):
    s = x * x
    w = 1.0 - s
    wl = ((1.0 - w) - s) - fma(x, x, -s)
    r = sqrt(w)
    rl = (fma(-r, r, w) + wl) / (r + r)
    return r, select(w == 0.0, 0.0, rl)


def asin_f64(x: f64) -> f64:
    a = abs(x)
    r, rl = other_side_f64(a)
    return copysign(angle_f64(a, f64(0.0), r, rl, False), x)


def acos_f64(x: f64) -> f64:
    a = abs(x)
    r, rl = other_side_f64(a)
    return angle_f64(r, rl, a, f64(0.0), x < 0.0)
