# SPDX-License-Identifier: Apache-2.0
"""numba.cuda.fp16: operations are float32's, rounded; functions are those of
float32, rounded once more."""
from portkern.lib import (abs, bitcast, ceil, copysign, f16, f32, floor, fma, i16,
                          rint, select, sqrt, trunc)
from exp import exp10_f32, exp2_f32, exp_f32
from libdevice import libdevice_fmaxf, libdevice_fminf
from log import log10_f32, log2_f32, log_f32
from rsqrt import rsqrt_f32
from trig import cos_f32, sin_f32


def fp16_hadd(x: f16, y: f16) -> f16:
    return x + y


def fp16_hsub(x: f16, y: f16) -> f16:
    return x - y


def fp16_hmul(x: f16, y: f16) -> f16:
    return x * y


def fp16_hdiv(x: f16, y: f16) -> f16:
    return x / y


def fp16_hfma(x: f16, y: f16, z: f16) -> f16:
    return fma(x, y, z)


def fp16_hneg(x: f16) -> f16:
    return -x


def fp16_habs(x: f16) -> f16:
    return abs(x)


def fp16_heq(x: f16, y: f16) -> bool:
    return x == y


def fp16_hne(x: f16, y: f16) -> bool:
    return x != y


def fp16_hgt(x: f16, y: f16) -> bool:
    return x > y


def fp16_hge(x: f16, y: f16) -> bool:
    return x >= y


def fp16_hlt(x: f16, y: f16) -> bool:
    return x < y


def fp16_hle(x: f16, y: f16) -> bool:
    return x <= y


def fp16_hmax(x: f16, y: f16) -> f16:
    return f16(libdevice_fmaxf(f32(x), f32(y)))


def fp16_hmin(x: f16, y: f16) -> f16:
    return f16(libdevice_fminf(f32(x), f32(y)))


def fp16_hfloor(x: f16) -> f16:
    return floor(x)


def fp16_hceil(x: f16) -> f16:
    return ceil(x)


def fp16_htrunc(x: f16) -> f16:
    return trunc(x)


def fp16_hrint(x: f16) -> f16:
    return rint(x)


def fp16_hsqrt(x: f16) -> f16:
    return sqrt(x)


def fp16_hrcp(x: f16) -> f16:
    return 1.0 / x


def fp16_hsin(x: f16) -> f16:
    return f16(sin_f32(f32(x)))


def fp16_hcos(x: f16) -> f16:
    return f16(cos_f32(f32(x)))


def fp16_hlog(x: f16) -> f16:
    return f16(log_f32(f32(x)))


def fp16_hlog2(x: f16) -> f16:
    return f16(log2_f32(f32(x)))


def fp16_hlog10(x: f16) -> f16:
    return f16(log10_f32(f32(x)))


def fp16_hexp(x: f16) -> f16:
    return f16(exp_f32(f32(x)))


def fp16_hexp2(x: f16) -> f16:
    return f16(exp2_f32(f32(x)))


def fp16_hexp10(x: f16) -> f16:
    return f16(exp10_f32(f32(x)))


def fp16_hrsqrt(x: f16) -> f16:
    return f16(rsqrt_f32(f32(x)))


# Of equal ones the first, as in NumPy.
def nextafter_f16(x: f16, y: f16) -> f16:
    step = select((x < y) == (x > 0.0), i16(1), i16(-1))
    z = bitcast(i16(bitcast(x, i16) + step), f16)
    z = select(x == 0.0, copysign(bitcast(i16(1), f16), y), z)
    z = select(x == y, x, z)
    return select(x != x or y != y, x + y, z)
