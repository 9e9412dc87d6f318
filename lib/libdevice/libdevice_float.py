# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice functions of floats that are arithmetic, under its names."""
from portkern.lib import (abs, bitcast, ceil, copysign, f32, f64, floor, fma,
                          i32, i64, rint, select, sqrt, trunc)


# Of two equal numbers the zero with that sign.
def lesser_zero_f32(x: f32, y: f32) -> f32:
    return bitcast(bitcast(x, i32) | bitcast(y, i32), f32)


def lesser_zero_f64(x: f64, y: f64) -> f64:
    return bitcast(bitcast(x, i64) | bitcast(y, i64), f64)


def greater_zero_f32(x: f32, y: f32) -> f32:
    return bitcast(bitcast(x, i32) & bitcast(y, i32), f32)


def greater_zero_f64(x: f64, y: f64) -> f64:
    return bitcast(bitcast(x, i64) & bitcast(y, i64), f64)


def libdevice_fabsf(x: f32) -> f32:
    return abs(x)


def libdevice_fabs(x: f64) -> f64:
    return abs(x)


def libdevice_floorf(x: f32) -> f32:
    return floor(x)


def libdevice_floor(x: f64) -> f64:
    return floor(x)


def libdevice_ceilf(x: f32) -> f32:
    return ceil(x)


def libdevice_ceil(x: f64) -> f64:
    return ceil(x)


def libdevice_truncf(x: f32) -> f32:
    return trunc(x)


def libdevice_trunc(x: f64) -> f64:
    return trunc(x)


def libdevice_rintf(x: f32) -> f32:
    return rint(x)


def libdevice_rint(x: f64) -> f64:
    return rint(x)


def libdevice_sqrtf(x: f32) -> f32:
    return sqrt(x)


def libdevice_sqrt(x: f64) -> f64:
    return sqrt(x)


def libdevice_nearbyintf(x: f32) -> f32:
    return rint(x)


def libdevice_nearbyint(x: f64) -> f64:
    return rint(x)


def libdevice_roundf(x: f32) -> f32:
    a = abs(x)
    t = trunc(a)
    return copysign(select(a - t >= 0.5, t + 1.0, t), x)


def libdevice_round(x: f64) -> f64:
    a = abs(x)
    t = trunc(a)
    return copysign(select(a - t >= 0.5, t + 1.0, t), x)


def libdevice_copysignf(x: f32, y: f32) -> f32:
    return copysign(x, y)


def libdevice_copysign(x: f64, y: f64) -> f64:
    return copysign(x, y)


def libdevice_fmaf(x: f32, y: f32, z: f32) -> f32:
    return fma(x, y, z)


def libdevice_fma(x: f64, y: f64, z: f64) -> f64:
    return fma(x, y, z)


def libdevice_fminf(x: f32, y: f32) -> f32:
    return select(x < y, x, select(y < x, y, select(x == x, select(y == y, lesser_zero_f32(x, y), x), y)))


def libdevice_fmin(x: f64, y: f64) -> f64:
    return select(x < y, x, select(y < x, y, select(x == x, select(y == y, lesser_zero_f64(x, y), x), y)))


def libdevice_fmaxf(x: f32, y: f32) -> f32:
    return select(x > y, x, select(y > x, y, select(x == x, select(y == y, greater_zero_f32(x, y), x), y)))


def libdevice_fmax(x: f64, y: f64) -> f64:
    return select(x > y, x, select(y > x, y, select(x == x, select(y == y, greater_zero_f64(x, y), x), y)))


def libdevice_fdimf(x: f32, y: f32) -> f32:
    return select(x > y, x - y, select(x <= y, 0.0, x + y))


def libdevice_fdim(x: f64, y: f64) -> f64:
    return select(x > y, x - y, select(x <= y, 0.0, x + y))


def libdevice_saturatef(x: f32) -> f32:
    return select(x > 0.0, select(x < 1.0, x, f32(1.0)), f32(0.0))


def libdevice_fast_fdividef(x: f32, y: f32) -> f32:
    return x / y


def libdevice_fadd_rn(x: f32, y: f32) -> f32:
    return x + y


def libdevice_fsub_rn(x: f32, y: f32) -> f32:
    return x - y


def libdevice_fmul_rn(x: f32, y: f32) -> f32:
    return x * y


def libdevice_fdiv_rn(x: f32, y: f32) -> f32:
    return x / y


def libdevice_frcp_rn(x: f32) -> f32:
    return 1.0 / x


def libdevice_fsqrt_rn(x: f32) -> f32:
    return sqrt(x)


def libdevice_dadd_rn(x: f64, y: f64) -> f64:
    return x + y


def libdevice_dsub_rn(x: f64, y: f64) -> f64:
    return x - y


def libdevice_dmul_rn(x: f64, y: f64) -> f64:
    return x * y


def libdevice_ddiv_rn(x: f64, y: f64) -> f64:
    return x / y


def libdevice_drcp_rn(x: f64) -> f64:
    return 1.0 / x


def libdevice_dsqrt_rn(x: f64) -> f64:
    return sqrt(x)


def libdevice_fmaf_rn(x: f32, y: f32, z: f32) -> f32:
    return fma(x, y, z)


def libdevice_fma_rn(x: f64, y: f64, z: f64) -> f64:
    return fma(x, y, z)
