# SPDX-License-Identifier: Apache-2.0
"""atan, atan2, asin, acos: the angle of a point. The ratio of its coordinates
is brought to within 1/16 by an angle whose tangent is a multiple of 1/8; a
short series does the rest, with what roundings lose carried along."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, fma, i32, i64,
                          min_nan, select, sqrt)
from exp import exponent_f32, exponent_f64, scale_f32, scale_f64

# Bits of atan(i / 8), i = 0 .. 8, in two parts.
ATAN_HIGH_32 = (
    0x00000000, 0x3dfeadd4, 0x3e7adbaf, 0x3eb7b0ca, 0x3eed6338, 0x3f0f005d,
    0x3f24bc7d, 0x3f38053e, 0x3f490fda)
ATAN_LOW_32 = (
    0x00000000, 0x31d5617b, 0x32496407, 0x30f26f78, 0x31ac376a, 0x32bdefeb,
    0x31c9a7b8, 0x322f08c6, 0x33222169)
ATAN_HIGH_64 = (
    0x0000000000000000, 0x3fbfd5ba9aac2f6d, 0x3fcf5b75f92c80dd,
    0x3fd6f61941e4def0, 0x3fddac670561bb4f, 0x3fe1e00babdefeb3,
    0x3fe4978fa3269ee1, 0x3fe700a7c5784633, 0x3fe921fb54442d18)
ATAN_LOW_64 = (
    0x0000000000000000, 0x3c68cb225e627cfa, 0x3c68ab6e3cf7afbd,
    0x3c81ce2a8c848b74, 0x3c7a2b7f222f65e2, 0x3c9e6d720d785997,
    0x3c72419a87f2a458, 0x3c99cf2cb6954843, 0x3c81a62633145c07)


# atan((n + nl) / (d + dl)) for 0 <= n <= d, as a sum of two floats. What is no
# number stays none, and takes no part in finding the table's entry.
def atan_ratio_f32(n: f32, nl: f32, d: f32, dl: f32) -> (f32, f32):
    q = n / d
    shifted = fma(select(q <= 1.0, q, 0.0), 8.0, 0x1.8p23)
    i = bitcast(shifted, i32) - 0x4b400000
    c = (shifted - 0x1.8p23) * 0.125
    a = fma(-c, d, n)
    al = nl - c * dl
    b = fma(c, n, d)
    bl = fma(c, n, d - b) + (dl + c * nl)
    t = a / b
    tl = (fma(-t, b, a) + (al - t * bl)) / b
    s = t * t
    p = fma(-0x1.24924ap-3, s, 0x1.99999ap-3)
    p = fma(p, s, -0x1.555556p-2)
    top = bitcast(i32(ATAN_HIGH_32[i]), f32)
    low = bitcast(i32(ATAN_LOW_32[i]), f32)
    h = top + t
    l = ((top - h) + t) + (fma(p * s, t, tl) + low)
    high = h + l
    return high, (h - high) + l


# The angle of the point (x + xl, y + yl) of the first quadrant, or, where x
# is to count as negative, of its image in the second.
def angle_f32(y: f32, yl: f32, x: f32, xl: f32, left: bool) -> f32:
    steep = y > x
    h, l = atan_ratio_f32(select(steep, x, y), select(steep, xl, yl),
                          select(steep, y, x), select(steep, yl, xl))
    # steep: pi/2 - angle; left: pi - angle; both: pi/2 + angle
    plus = steep == left
    base = select(steep, f32(0x1.921fb6p0), select(left, f32(0x1.921fb6p1), f32(0.0)))
    baselow = select(steep, f32(-0x1.777a5cp-25), select(left, f32(-0x1.777a5cp-24), f32(0.0)))
    h = select(plus, h, -h)
    l = select(plus, l, -l)
    r = base + h
    return r + (((base - r) + h) + (l + baselow))


def atan_f32(x: f32) -> f32:
    y = min_nan(abs(x), 0x1p30)
    return copysign(angle_f32(y, f32(0.0), f32(1.0), f32(0.0), False), x)


def atan2_f32(y: f32, x: f32) -> f32:
    infinity = bitcast(i32(0x7f800000), f32)
    a = abs(x)
    b = abs(y)
    # the larger about 2^60: what becomes subnormal is the quotient alone
    n = exponent_f32(select(a > b, a, b)) - 187
    far = select(a == infinity, True, b == infinity)
    p = select(far, select(a == infinity, f32(1.0), f32(0.0)),
               scale_f32(a, -n))
    q = select(far, select(b == infinity, f32(1.0), f32(0.0)),
               scale_f32(b, -n))
    # the origin lies on the axis
    p = select(a == 0.0, select(b == 0.0, f32(1.0), p), p)
    left = copysign(f32(1.0), x) < 0.0
    z = copysign(angle_f32(q, f32(0.0), p, f32(0.0), left), y)
    z = select(x != x, x, z)
    return select(y != y, y, z)


# The other side of the triangle: sqrt(1 - x x) in two floats.
def other_side_f32(x: f32) -> (f32, f32):
    s = x * x
    w = 1.0 - s
    wl = ((1.0 - w) - s) - fma(x, x, -s)
    r = sqrt(w)
    rl = (fma(-r, r, w) + wl) / (r + r)
    return r, select(w == 0.0, 0.0, rl)


def asin_f32(x: f32) -> f32:
    a = abs(x)
    r, rl = other_side_f32(a)
    return copysign(angle_f32(a, f32(0.0), r, rl, False), x)


def acos_f32(x: f32) -> f32:
    a = abs(x)
    r, rl = other_side_f32(a)
    return angle_f32(r, rl, a, f32(0.0), x < 0.0)


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
