# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice conversions, under its names. What CUDA calls unsigned is
int32 or int64 here, as in numba.cuda.libdevice, and a float16 the int16 of its
bits."""
from portkern.lib import (bitcast, ceil, f16, f32, f64, floor, i16, i32, i64,
                          rint, trunc, u32, u64)


def libdevice_float2half_rn(x: f32) -> i16:
    return bitcast(f16(x), i16)


def libdevice_half2float(x: i16) -> f32:
    return f32(bitcast(x, f16))


def libdevice_float2int_rn(x: f32) -> i32:
    return i32(rint(x))


def libdevice_float2int_rz(x: f32) -> i32:
    return i32(trunc(x))


def libdevice_float2int_rd(x: f32) -> i32:
    return i32(floor(x))


def libdevice_float2int_ru(x: f32) -> i32:
    return i32(ceil(x))


def libdevice_float2uint_rn(x: f32) -> i32:
    return i32(u32(rint(x)))


def libdevice_float2uint_rz(x: f32) -> i32:
    return i32(u32(trunc(x)))


def libdevice_float2uint_rd(x: f32) -> i32:
    return i32(u32(floor(x)))


def libdevice_float2uint_ru(x: f32) -> i32:
    return i32(u32(ceil(x)))


def libdevice_float2ll_rn(x: f32) -> i64:
    return i64(rint(x))


def libdevice_float2ll_rz(x: f32) -> i64:
    return i64(trunc(x))


def libdevice_float2ll_rd(x: f32) -> i64:
    return i64(floor(x))


def libdevice_float2ll_ru(x: f32) -> i64:
    return i64(ceil(x))


def libdevice_float2ull_rn(x: f32) -> i64:
    return i64(u64(rint(x)))


def libdevice_float2ull_rz(x: f32) -> i64:
    return i64(u64(trunc(x)))


def libdevice_float2ull_rd(x: f32) -> i64:
    return i64(u64(floor(x)))


def libdevice_float2ull_ru(x: f32) -> i64:
    return i64(u64(ceil(x)))


def libdevice_double2int_rn(x: f64) -> i32:
    return i32(rint(x))


def libdevice_double2int_rz(x: f64) -> i32:
    return i32(trunc(x))


def libdevice_double2int_rd(x: f64) -> i32:
    return i32(floor(x))


def libdevice_double2int_ru(x: f64) -> i32:
    return i32(ceil(x))


def libdevice_double2uint_rn(x: f64) -> i32:
    return i32(u32(rint(x)))


def libdevice_double2uint_rz(x: f64) -> i32:
    return i32(u32(trunc(x)))


def libdevice_double2uint_rd(x: f64) -> i32:
    return i32(u32(floor(x)))


def libdevice_double2uint_ru(x: f64) -> i32:
    return i32(u32(ceil(x)))


def libdevice_double2ll_rn(x: f64) -> i64:
    return i64(rint(x))


def libdevice_double2ll_rz(x: f64) -> i64:
    return i64(trunc(x))


def libdevice_double2ll_rd(x: f64) -> i64:
    return i64(floor(x))


def libdevice_double2ll_ru(x: f64) -> i64:
    return i64(ceil(x))


def libdevice_double2ull_rn(x: f64) -> i64:
    return i64(u64(rint(x)))


def libdevice_double2ull_rz(x: f64) -> i64:
    return i64(u64(trunc(x)))


def libdevice_double2ull_rd(x: f64) -> i64:
    return i64(u64(floor(x)))


def libdevice_double2ull_ru(x: f64) -> i64:
    return i64(u64(ceil(x)))


def libdevice_int2float_rn(x: i32) -> f32:
    return f32(x)


def libdevice_int2double(x: i32) -> f64:
    return f64(x)


def libdevice_int2double_rn(x: i32) -> f64:
    return f64(x)


def libdevice_uint2float_rn(x: i32) -> f32:
    return f32(u32(x))


def libdevice_uint2double(x: i32) -> f64:
    return f64(u32(x))


def libdevice_uint2double_rn(x: i32) -> f64:
    return f64(u32(x))


def libdevice_ll2float_rn(x: i64) -> f32:
    return f32(x)


def libdevice_ll2double_rn(x: i64) -> f64:
    return f64(x)


def libdevice_ull2float_rn(x: i64) -> f32:
    return f32(u64(x))


def libdevice_ull2double_rn(x: i64) -> f64:
    return f64(u64(x))


def libdevice_double2float_rn(x: f64) -> f32:
    return f32(x)


def libdevice_float_as_int(x: f32) -> i32:
    return bitcast(x, i32)


def libdevice_int_as_float(x: i32) -> f32:
    return bitcast(x, f32)


def libdevice_float_as_uint(x: f32) -> i32:
    return bitcast(x, i32)


def libdevice_uint_as_float(x: i32) -> f32:
    return bitcast(x, f32)


def libdevice_double_as_longlong(x: f64) -> i64:
    return bitcast(x, i64)


def libdevice_longlong_as_double(x: i64) -> f64:
    return bitcast(x, f64)


def libdevice_hiloint2double(x: i32, y: i32) -> f64:
    return bitcast((i64(x) << 32) | i64(u32(y)), f64)


def libdevice_double2hiint(x: f64) -> i32:
    return i32(bitcast(x, i64) >> 32)


def libdevice_double2loint(x: f64) -> i32:
    return i32(bitcast(x, i64))
