# SPDX-License-Identifier: Apache-2.0
"""Rounding down, up and towards zero, by libdevice's names: the nearest number
and the sign of what it lacks tell the one wanted, without a rounding mode.

What a sum lacks is exact (Dekker 1971); for products, quotients and roots the
numbers are brought to one exponent first, where what fma leaves is exact. What
x y + z lacks is the sign of a sum of four numbers, added to an expansion
(Shewchuk 1997). A result that is infinite lacks something of the other sign."""
from portkern.lib import (abs, bitcast, fma, I, INF, pick, select, sqrt, T,
                          u32, u64)
from exp import exponent_T, power_of_two_T, scale_T


# ---- f32 ----


def is_finite_T(x: T) -> bool:
    return abs(x) < INF


# The next number above, below.
def above_T(x: T) -> T:
    n = bitcast(x, I)
    return bitcast(select(x > 0.0, n + 1, select(x == 0.0, 1, n - 1)), T)


def below_T(x: T) -> T:
    return -above_T(-x)


# The nearest number and the sign of what it lacks, where that is known.
def up_T(r: T, lack: T) -> T:
    return select(lack > 0.0, above_T(r), r)


def down_T(r: T, lack: T) -> T:
    return select(lack < 0.0, below_T(r), r)


def cut_T(r: T, lack: T) -> T:
    return select(r > 0.0, down_T(r, lack), select(r < 0.0, up_T(r, lack), r))


def known_T(r: T, lack: T, known: bool) -> T:
    return select(known, select(is_finite_T(r), lack, -r), 0.0)


# x = m 2^n, 1 <= |m| < 2; 0 is 0 2^0.
def unit_T(x: T) -> (T, i32):
    a = abs(x)
    n = select(a > 0.0, exponent_T(a) - pick(127, 1023), 0)
    return scale_T(x, -n), n


def two_sum_T(x: T, y: T) -> (T, T):
    s = x + y
    part = s - x
    return s, (x - (s - part)) + (y - part)


def sum_T(x: T, y: T) -> (T, T):
    r = x + y
    larger = abs(x) >= abs(y)
    a = select(larger, x, y)
    lack = select(larger, y, x) - (r - a)
    return r, known_T(r, lack, is_finite_T(x) and is_finite_T(y))


# Of a sum that is 0, down: -0 where a part is.
def sum_down_f32(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, y)
    zero = bitcast((bitcast(x, i32) | bitcast(y, i32)) & (i32(0x80000000)), f32)
    return select(r == 0.0, zero, down_f32(r, lack))


def product_T(x: T, y: T) -> (T, T):
    r = x * y
    mx, nx = unit_T(x)
    my, ny = unit_T(y)
    mr, nr = unit_T(r)
    lack = fma(mx, my, -(mr * power_of_two_T(nr - nx - ny)))
    return r, known_T(r, lack, is_finite_T(x) and is_finite_T(y))


def quotient_T(x: T, y: T) -> (T, T):
    r = x / y
    mx, nx = unit_T(x)
    my, ny = unit_T(y)
    mr, nr = unit_T(r)
    lack = fma(-(mr * power_of_two_T(nr - nx + ny)), my, mx) * my
    return r, known_T(r, lack, is_finite_T(x) and is_finite_T(y) and y != 0.0)


def root_T(x: T) -> (T, T):
    r = sqrt(x)
    m, n = unit_T(x)
    mr, nr = unit_T(r)
    half = n >> 1
    m = m * power_of_two_T(n - half - half)
    mr = mr * power_of_two_T(nr - half)
    return r, known_T(r, fma(-mr, mr, m), x > 0.0 and is_finite_T(x))


# x y + z, all in units of x y. What is far below it is moved nearer, which
# leaves the sign; where z is far above, x y is what z lacks.
def fused_T(x: T, y: T, z: T) -> (T, T):
    r = fma(x, y, z)
    mx, nx = unit_T(x)
    my, ny = unit_T(y)
    mz, nz = unit_T(z)
    mr, nr = unit_T(r)
    nz = nz - nx - ny
    nr = nr - nx - ny
    h = mx * my
    l = fma(mx, my, -h)
    z = mz * power_of_two_T(select(nz < -pick(100, 200), -pick(100, 200), select(nz > pick(100, 300), pick(100, 300), nz)))
    rest = mr * power_of_two_T(select(nr < -pick(100, 200), -pick(100, 200), select(nr > pick(100, 300), pick(100, 300), nr)))
    z, a = two_sum_T(z, l)
    z, b = two_sum_T(z, h)
    rest, a = two_sum_T(-rest, a)
    rest, b = two_sum_T(rest, b)
    rest, c = two_sum_T(rest, z)
    lack = select(rest != 0.0, rest, select(c != 0.0, c, select(b != 0.0, b, a)))
    lack = select(mz != 0.0 and nz > pick(60, 120), h, lack)
    known = is_finite_T(x) and is_finite_T(y) and is_finite_T(z)
    return r, known_T(r, lack, known)


def fused_down_f32(x: f32, y: f32, z: f32) -> f32:
    r, lack = fused_f32(x, y, z)
    sign = (bitcast(x, i32) ^ bitcast(y, i32)) | bitcast(z, i32)
    zero = bitcast(sign & (i32(0x80000000)), f32)
    return select(r == 0.0 and lack == 0.0, zero, down_f32(r, lack))


# ---- f64 ----


# Of a sum that is 0, down: -0 where a part is.
def sum_down_f64(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, y)
    zero = bitcast((bitcast(x, i64) | bitcast(y, i64)) & (i64(1) << 63), f64)
    return select(r == 0.0, zero, down_f64(r, lack))


def fused_down_f64(x: f64, y: f64, z: f64) -> f64:
    r, lack = fused_f64(x, y, z)
    sign = (bitcast(x, i64) ^ bitcast(y, i64)) | bitcast(z, i64)
    zero = bitcast(sign & (i64(1) << 63), f64)
    return select(r == 0.0 and lack == 0.0, zero, down_f64(r, lack))


# ---- by name ----


def libdevice_fadd_rd(x: f32, y: f32) -> f32:
    return sum_down_f32(x, y)


def libdevice_fsub_rd(x: f32, y: f32) -> f32:
    return sum_down_f32(x, -y)


def libdevice_fmul_rd(x: f32, y: f32) -> f32:
    r, lack = product_f32(x, y)
    return down_f32(r, lack)


def libdevice_fdiv_rd(x: f32, y: f32) -> f32:
    r, lack = quotient_f32(x, y)
    return down_f32(r, lack)


def libdevice_frcp_rd(x: f32) -> f32:
    r, lack = quotient_f32(1.0, x)
    return down_f32(r, lack)


def libdevice_fsqrt_rd(x: f32) -> f32:
    r, lack = root_f32(x)
    return down_f32(r, lack)


def libdevice_fmaf_rd(x: f32, y: f32, z: f32) -> f32:
    return fused_down_f32(x, y, z)


def libdevice_fadd_ru(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, y)
    return up_f32(r, lack)


def libdevice_fsub_ru(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, -y)
    return up_f32(r, lack)


def libdevice_fmul_ru(x: f32, y: f32) -> f32:
    r, lack = product_f32(x, y)
    return up_f32(r, lack)


def libdevice_fdiv_ru(x: f32, y: f32) -> f32:
    r, lack = quotient_f32(x, y)
    return up_f32(r, lack)


def libdevice_frcp_ru(x: f32) -> f32:
    r, lack = quotient_f32(1.0, x)
    return up_f32(r, lack)


def libdevice_fsqrt_ru(x: f32) -> f32:
    r, lack = root_f32(x)
    return up_f32(r, lack)


def libdevice_fmaf_ru(x: f32, y: f32, z: f32) -> f32:
    r, lack = fused_f32(x, y, z)
    return up_f32(r, lack)


def libdevice_fadd_rz(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, y)
    return cut_f32(r, lack)


def libdevice_fsub_rz(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, -y)
    return cut_f32(r, lack)


def libdevice_fmul_rz(x: f32, y: f32) -> f32:
    r, lack = product_f32(x, y)
    return cut_f32(r, lack)


def libdevice_fdiv_rz(x: f32, y: f32) -> f32:
    r, lack = quotient_f32(x, y)
    return cut_f32(r, lack)


def libdevice_frcp_rz(x: f32) -> f32:
    r, lack = quotient_f32(1.0, x)
    return cut_f32(r, lack)


def libdevice_fsqrt_rz(x: f32) -> f32:
    r, lack = root_f32(x)
    return cut_f32(r, lack)


def libdevice_fmaf_rz(x: f32, y: f32, z: f32) -> f32:
    r, lack = fused_f32(x, y, z)
    return cut_f32(r, lack)


def libdevice_dadd_rd(x: f64, y: f64) -> f64:
    return sum_down_f64(x, y)


def libdevice_dsub_rd(x: f64, y: f64) -> f64:
    return sum_down_f64(x, -y)


def libdevice_dmul_rd(x: f64, y: f64) -> f64:
    r, lack = product_f64(x, y)
    return down_f64(r, lack)


def libdevice_ddiv_rd(x: f64, y: f64) -> f64:
    r, lack = quotient_f64(x, y)
    return down_f64(r, lack)


def libdevice_drcp_rd(x: f64) -> f64:
    r, lack = quotient_f64(1.0, x)
    return down_f64(r, lack)


def libdevice_dsqrt_rd(x: f64) -> f64:
    r, lack = root_f64(x)
    return down_f64(r, lack)


def libdevice_fma_rd(x: f64, y: f64, z: f64) -> f64:
    return fused_down_f64(x, y, z)


def libdevice_dadd_ru(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, y)
    return up_f64(r, lack)


def libdevice_dsub_ru(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, -y)
    return up_f64(r, lack)


def libdevice_dmul_ru(x: f64, y: f64) -> f64:
    r, lack = product_f64(x, y)
    return up_f64(r, lack)


def libdevice_ddiv_ru(x: f64, y: f64) -> f64:
    r, lack = quotient_f64(x, y)
    return up_f64(r, lack)


def libdevice_drcp_ru(x: f64) -> f64:
    r, lack = quotient_f64(1.0, x)
    return up_f64(r, lack)


def libdevice_dsqrt_ru(x: f64) -> f64:
    r, lack = root_f64(x)
    return up_f64(r, lack)


def libdevice_fma_ru(x: f64, y: f64, z: f64) -> f64:
    r, lack = fused_f64(x, y, z)
    return up_f64(r, lack)


def libdevice_dadd_rz(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, y)
    return cut_f64(r, lack)


def libdevice_dsub_rz(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, -y)
    return cut_f64(r, lack)


def libdevice_dmul_rz(x: f64, y: f64) -> f64:
    r, lack = product_f64(x, y)
    return cut_f64(r, lack)


def libdevice_ddiv_rz(x: f64, y: f64) -> f64:
    r, lack = quotient_f64(x, y)
    return cut_f64(r, lack)


def libdevice_drcp_rz(x: f64) -> f64:
    r, lack = quotient_f64(1.0, x)
    return cut_f64(r, lack)


def libdevice_dsqrt_rz(x: f64) -> f64:
    r, lack = root_f64(x)
    return cut_f64(r, lack)


def libdevice_fma_rz(x: f64, y: f64, z: f64) -> f64:
    r, lack = fused_f64(x, y, z)
    return cut_f64(r, lack)


# ---- conversions ----


def narrowed_f32(x: f64) -> (f32, f32):
    r = f32(x)
    lack = x - f64(r)
    return r, select(lack > 0.0, 1.0, select(lack < 0.0, -1.0, 0.0))


def of_u64_T(n: u64) -> (T, T):
    r = T(n)
    back = u64(r)
    lack = select(n > back, 1.0, select(n < back, -1.0, 0.0))
    return r, select(r >= 0x1p64, -1.0, lack)


def of_i64_T(n: i64) -> (T, T):
    r, lack = of_u64_T(u64(select(n < 0, -n, n)))
    return select(n < 0, -r, r), select(n < 0, -lack, lack)


def libdevice_double2float_rd(x: f64) -> f32:
    r, lack = narrowed_f32(x)
    return down_f32(r, lack)


def libdevice_int2float_rd(x: i32) -> f32:
    r, lack = of_i64_f32(i64(x))
    return down_f32(r, lack)


def libdevice_uint2float_rd(x: i32) -> f32:
    r, lack = of_u64_f32(u64(u32(x)))
    return down_f32(r, lack)


def libdevice_ll2float_rd(x: i64) -> f32:
    r, lack = of_i64_f32(x)
    return down_f32(r, lack)


def libdevice_ull2float_rd(x: i64) -> f32:
    r, lack = of_u64_f32(u64(x))
    return down_f32(r, lack)


def libdevice_ll2double_rd(x: i64) -> f64:
    r, lack = of_i64_f64(x)
    return down_f64(r, lack)


def libdevice_ull2double_rd(x: i64) -> f64:
    r, lack = of_u64_f64(u64(x))
    return down_f64(r, lack)


def libdevice_double2float_ru(x: f64) -> f32:
    r, lack = narrowed_f32(x)
    return up_f32(r, lack)


def libdevice_int2float_ru(x: i32) -> f32:
    r, lack = of_i64_f32(i64(x))
    return up_f32(r, lack)


def libdevice_uint2float_ru(x: i32) -> f32:
    r, lack = of_u64_f32(u64(u32(x)))
    return up_f32(r, lack)


def libdevice_ll2float_ru(x: i64) -> f32:
    r, lack = of_i64_f32(x)
    return up_f32(r, lack)


def libdevice_ull2float_ru(x: i64) -> f32:
    r, lack = of_u64_f32(u64(x))
    return up_f32(r, lack)


def libdevice_ll2double_ru(x: i64) -> f64:
    r, lack = of_i64_f64(x)
    return up_f64(r, lack)


def libdevice_ull2double_ru(x: i64) -> f64:
    r, lack = of_u64_f64(u64(x))
    return up_f64(r, lack)


def libdevice_double2float_rz(x: f64) -> f32:
    r, lack = narrowed_f32(x)
    return cut_f32(r, lack)


def libdevice_int2float_rz(x: i32) -> f32:
    r, lack = of_i64_f32(i64(x))
    return cut_f32(r, lack)


def libdevice_uint2float_rz(x: i32) -> f32:
    r, lack = of_u64_f32(u64(u32(x)))
    return cut_f32(r, lack)


def libdevice_ll2float_rz(x: i64) -> f32:
    r, lack = of_i64_f32(x)
    return cut_f32(r, lack)


def libdevice_ull2float_rz(x: i64) -> f32:
    r, lack = of_u64_f32(u64(x))
    return cut_f32(r, lack)


def libdevice_ll2double_rz(x: i64) -> f64:
    r, lack = of_i64_f64(x)
    return cut_f64(r, lack)


def libdevice_ull2double_rz(x: i64) -> f64:
    r, lack = of_u64_f64(u64(x))
    return cut_f64(r, lack)
