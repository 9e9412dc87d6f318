# SPDX-License-Identifier: Apache-2.0
"""rsqrt: 1 / sqrt(x), and one correction by what the product with x lacks."""
from portkern.lib import abs, bitcast, fma, i32, INF, select, sqrt, T


def rsqrt_T(x: T) -> T:
    y = 1.0 / sqrt(x)
    p = x * y
    lack = fma(-p, y, 1.0) - fma(x, y, -p) * y
    r = fma(y * 0.5, lack, y)
    return select(abs(r) < INF, r, y)


# Rounded correctly: the next term of the series is wanted for one number in
# 2^24 (all were looked at).
def rsqrt_rn_f32(x: f32) -> f32:
    y = 1.0 / sqrt(x)
    p = x * y
    lack = fma(-p, y, 1.0) - fma(x, y, -p) * y
    r = fma(y * 0.5, fma(lack * lack, 0.75, lack), y)
    return select(abs(r) < bitcast(i32(0x7f800000), f32), r, y)
