# SPDX-License-Identifier: Apache-2.0
"""cbrt. f32: an integer's guess at 1 / cbrt x; f64: x = 8^k m, m from 1 to 8, and
Halley's iteration from a straight line. Then one correction with the cube in
two floats."""
from portkern.lib import (abs, bitcast, copysign, fma, i32, i64, INF, mulhi,
                          pick, select, T, u32)
from exp import exponent_f64, scale_f64


# 1 / cbrt(x) from a third of the exponent and one step of the fourth order;
# then the root, and one correction with its cube in two floats.
def cbrt_f32(x: f32) -> f32:
    a = abs(x)
    tiny = a < 0x1p-126
    m = select(tiny, a * 0x1p24, a)
    y = bitcast(0x54a2fa8c - i32(mulhi(bitcast(m, u32), u32(0x55555556))), f32)
    u = m * y
    v = y * y
    e = fma(-u, v, 1.0)
    p = fma(fma(0x1.61f9aep-3, e, 0x1.c71c72p-3), e, 0x1.555556p-2)
    y = fma(y, p * e, y)
    r = m * y * y
    s = r * r
    c = s * r
    lack = (m - c) - fma(fma(r, r, -s), r, fma(s, r, -c))
    r = fma(lack, y * y * 0x1.555556p-2, r)
    r = select(tiny, r * 0x1p-8, r)
    return copysign(select(a < bitcast(i32(0x7f800000), f32), r, a), x)


# Towards the root: the error is cubed (and two thirds of that).
def cbrt_step_f64(y: f64, m: f64) -> f64:
    c = y * y * y
    return y * ((c + (m + m)) / (c + c + m))


def cbrt_f64(x: f64) -> f64:
    a = abs(x)
    # floor of the exponent over 3: 21846 / 2^16 is as good as 1/3 here
    k = (((exponent_f64(a) - 1023 + 1200) * 21846) >> 16) - 400
    m = scale_f64(a, -3 * k)
    y = cbrt_step_f64(fma(m, 0x1.24924ap-3, 0x1.b6db6ep-1), m)
    y = cbrt_step_f64(y, m)
    y = cbrt_step_f64(y, m)
    s = y * y
    sl = fma(y, y, -s)
    c = s * y
    cl = fma(sl, y, fma(s, y, -c))
    y = y + ((m - c) - cl) / (3.0 * s)
    y = copysign(scale_f64(y, k), x)
    return select(a > 0.0, select(a < bitcast(i64(0x7ff0000000000000), f64), y, x), x)


# 1 / cbrt(x), and one correction by what the product of its cube with x lacks.
def rcbrt_T(x: T) -> T:
    y = 1.0 / cbrt_T(x)
    p = x * y
    q = y * y
    lack = fma(-p, q, 1.0) - (p * fma(y, y, -q) + fma(x, y, -p) * q)
    r = fma(lack, y * pick(0x1.555556p-2, 0x1.5555555555555p-2), y)
    return select(abs(r) < INF, r, y)
