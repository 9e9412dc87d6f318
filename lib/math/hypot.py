# SPDX-License-Identifier: Apache-2.0
"""hypot: sqrt(x*x + y*y) with the squares as sums of two floats and one Newton
step on the root, scaled by a power of two so that nothing overflows or is
lost. Infinity wins over NaN."""
from portkern.lib import abs, fma, INF, max_nan, min_nan, pick, select, sqrt, T


def hypot_T(x: T, y: T) -> T:
    infinity = INF
    a = abs(x)
    b = abs(y)
    big = max_nan(a, b)
    small = min_nan(a, b)
    up = big < pick(0x1p-60, 0x1p-500)
    down = big > pick(0x1p60, 0x1p500)
    scale = select(up, T(pick(0x1p90, 0x1p700)), select(down, T(pick(0x1p-90, 0x1p-700)), T(1.0)))
    back = select(up, T(pick(0x1p-90, 0x1p-700)), select(down, T(pick(0x1p90, 0x1p700)), T(1.0)))
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
