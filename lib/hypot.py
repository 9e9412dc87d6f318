# SPDX-License-Identifier: Apache-2.0
"""hypot: sqrt(x*x + y*y) with the squares as sums of two floats and one Newton
step on the root, scaled by a power of two so that nothing overflows or is
lost. Infinity wins over NaN."""
from portkern.lib import (abs, bitcast, f32, f64, fma, i32, i64, max_nan,
                          min_nan, select, sqrt)


def hypot_f32(x: f32, y: f32) -> f32:
    infinity = bitcast(i32(0x7f800000), f32)
    a = abs(x)
    b = abs(y)
    big = max_nan(a, b)
    small = min_nan(a, b)
    up = big < 0x1p-60
    down = big > 0x1p60
    scale = select(up, f32(0x1p90), select(down, f32(0x1p-90), f32(1.0)))
    back = select(up, f32(0x1p-90), select(down, f32(0x1p90), f32(1.0)))
    p = big * scale
    q = small * scale
    pp = p * p
    qq = q * q
    s = pp + qq
    low = ((pp - s) + qq) + (fma(p, p, -pp) + fma(q, q, -qq))
    r = sqrt(s)
    r = select(s > 0.0, fma(fma(-r, r, s) + low, 0.5 / r, r), r)
    y = select(big < infinity, r * back, big)
    return select(a == infinity, a, select(b == infinity, b, y))


def hypot_f64(x: f64, y: f64) -> f64:
    infinity = bitcast(i64(0x7ff0000000000000), f64)
    a = abs(x)
    b = abs(y)
    big = max_nan(a, b)
    small = min_nan(a, b)
    up = big < 0x1p-500
    down = big > 0x1p500
    scale = select(up, f64(0x1p700), select(down, f64(0x1p-700), f64(1.0)))
    back = select(up, f64(0x1p-700), select(down, f64(0x1p700), f64(1.0)))
    p = big * scale
    q = small * scale
    pp = p * p
    qq = q * q
    s = pp + qq
    low = ((pp - s) + qq) + (fma(p, p, -pp) + fma(q, q, -qq))
    r = sqrt(s)
    r = select(s > 0.0, fma(fma(-r, r, s) + low, 0.5 / r, r), r)
    y = select(big < infinity, r * back, big)
    return select(a == infinity, a, select(b == infinity, b, y))
