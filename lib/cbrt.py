# SPDX-License-Identifier: Apache-2.0
"""cbrt: x = 8^k m, m from 1 to 8; Halley's iteration from a straight line, and
one correction with the cube in two floats."""
from portkern.lib import abs, bitcast, copysign, f32, f64, fma, i32, i64, select
from exp import exponent_f32, exponent_f64, scale_f32, scale_f64


# Towards the root: the error is cubed (and two thirds of that).
def cbrt_step_f32(y: f32, m: f32) -> f32:
    c = y * y * y
    return y * ((c + (m + m)) / (c + c + m))


def cbrt_f32(x: f32) -> f32:
    a = abs(x)
    # floor of the exponent over 3: 21846 / 2^16 is as good as 1/3 here
    k = (((exponent_f32(a) - 127 + 1200) * 21846) >> 16) - 400
    m = scale_f32(a, -3 * k)
    y = cbrt_step_f32(fma(m, 0x1.24924ap-3, 0x1.b6db6ep-1), m)
    y = cbrt_step_f32(y, m)
    s = y * y
    sl = fma(y, y, -s)
    c = s * y
    cl = fma(sl, y, fma(s, y, -c))
    y = y + ((m - c) - cl) / (3.0 * s)
    y = copysign(scale_f32(y, k), x)
    return select(a > 0.0, select(a < bitcast(i32(0x7f800000), f32), y, x), x)


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
