# SPDX-License-Identifier: Apache-2.0
"""What kind of number it is, its exponent, and its nearest integer, by
libdevice's names."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, i32, i64, rint,
                          select, trunc)
from exp import exponent_f32, exponent_f64
from power import power_f32_i64, power_f64_i64


def libdevice_isnanf(x: f32) -> i32:
    return select(x != x, i32(1), i32(0))


def libdevice_isnand(x: f64) -> i32:
    return select(x != x, i32(1), i32(0))


def libdevice_isinff(x: f32) -> i32:
    return select(abs(x) == bitcast(i32(0x7f800000), f32), i32(1), i32(0))


def libdevice_isinfd(x: f64) -> i32:
    return select(abs(x) == bitcast(i64(0x7ff0000000000000), f64), i32(1), i32(0))


def libdevice_finitef(x: f32) -> i32:
    return select(abs(x) < bitcast(i32(0x7f800000), f32), i32(1), i32(0))


def libdevice_isfinited(x: f64) -> i32:
    return select(abs(x) < bitcast(i64(0x7ff0000000000000), f64), i32(1), i32(0))


def libdevice_signbitf(x: f32) -> i32:
    return select(bitcast(x, i32) < 0, i32(1), i32(0))


def libdevice_signbitd(x: f64) -> i32:
    return select(bitcast(x, i64) < 0, i32(1), i32(0))


# Of 0 and none the smallest integer, of infinity the greatest.
def libdevice_ilogbf(x: f32) -> i32:
    a = abs(x)
    n = select(a > 0.0, exponent_f32(a) - 127, i32(0x80000000))
    return select(a == bitcast(i32(0x7f800000), f32), i32(0x7fffffff), n)


def libdevice_ilogb(x: f64) -> i32:
    a = abs(x)
    n = select(a > 0.0, exponent_f64(a) - 1023, i32(0x80000000))
    return select(a == bitcast(i64(0x7ff0000000000000), f64), i32(0x7fffffff), n)


def libdevice_logbf(x: f32) -> f32:
    a = abs(x)
    inf = bitcast(i32(0x7f800000), f32)
    n = select(a > 0.0, f32(exponent_f32(a) - 127), -inf)
    return select(a < inf, n, a)


def libdevice_logb(x: f64) -> f64:
    a = abs(x)
    inf = bitcast(i64(0x7ff0000000000000), f64)
    n = select(a > 0.0, f64(exponent_f64(a) - 1023), -inf)
    return select(a < inf, n, a)


def libdevice_llrintf(x: f32) -> i64:
    return i64(rint(x))


def libdevice_llrint(x: f64) -> i64:
    return i64(rint(x))


def libdevice_llroundf(x: f32) -> i64:
    a = abs(x)
    t = trunc(a)
    return i64(copysign(select(a - t >= 0.5, t + 1.0, t), x))


def libdevice_llround(x: f64) -> i64:
    a = abs(x)
    t = trunc(a)
    return i64(copysign(select(a - t >= 0.5, t + 1.0, t), x))


def libdevice_powif(x: f32, n: i32) -> f32:
    return power_f32_i64(x, i64(n))


def libdevice_powi(x: f64, n: i32) -> f64:
    return power_f64_i64(x, i64(n))
