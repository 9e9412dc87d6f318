# SPDX-License-Identifier: Apache-2.0
"""Rounding down, up and towards zero, by libdevice's names: the nearest number
and the sign of what it lacks tell the one wanted, without a rounding mode.

What a sum lacks is exact (Dekker 1971); for products, quotients and roots the
numbers are brought to one exponent first, where what fma leaves is exact. What
x y + z lacks is the sign of a sum of four numbers, added to an expansion
(Shewchuk 1997). A result that is infinite lacks something of the other sign."""
from portkern.lib import (abs, bitcast, f32, f64, fma, i32, i64, select, sqrt,
                          u32, u64)
from exp import (exponent_f32, exponent_f64, power_of_two_f32,
                 power_of_two_f64, scale_f32, scale_f64)


# ---- f32 ----


def is_finite_f32(x: f32) -> bool:
    return abs(x) < bitcast(i32(0x7f800000), f32)


# The next number above, below.
def above_f32(x: f32) -> f32:
    n = bitcast(x, i32)
    return bitcast(select(x > 0.0, n + 1, select(x == 0.0, 1, n - 1)), f32)


def below_f32(x: f32) -> f32:
    return -above_f32(-x)


# The nearest number and the sign of what it lacks, where that is known.
def up_f32(r: f32, lack: f32) -> f32:
    return select(lack > 0.0, above_f32(r), r)


def down_f32(r: f32, lack: f32) -> f32:
    return select(lack < 0.0, below_f32(r), r)


def cut_f32(r: f32, lack: f32) -> f32:
    return select(r > 0.0, down_f32(r, lack), select(r < 0.0, up_f32(r, lack), r))


def known_f32(r: f32, lack: f32, known: bool) -> f32:
    return select(known, select(is_finite_f32(r), lack, -r), 0.0)


# x = m 2^n, 1 <= |m| < 2; 0 is 0 2^0.
def unit_f32(x: f32) -> (f32, i32):
    a = abs(x)
    n = select(a > 0.0, exponent_f32(a) - 127, 0)
    return scale_f32(x, -n), n


def two_sum_f32(x: f32, y: f32) -> (f32, f32):
    s = x + y
    part = s - x
    return s, (x - (s - part)) + (y - part)


def sum_f32(x: f32, y: f32) -> (f32, f32):
    r = x + y
    larger = abs(x) >= abs(y)
    a = select(larger, x, y)
    lack = select(larger, y, x) - (r - a)
    return r, known_f32(r, lack, is_finite_f32(x) and is_finite_f32(y))


# Of a sum that is 0, down: -0 where a part is.
def sum_down_f32(x: f32, y: f32) -> f32:
    r, lack = sum_f32(x, y)
    zero = bitcast((bitcast(x, i32) | bitcast(y, i32)) & (i32(0x80000000)), f32)
    return select(r == 0.0, zero, down_f32(r, lack))


def product_f32(x: f32, y: f32) -> (f32, f32):
    r = x * y
    mx, nx = unit_f32(x)
    my, ny = unit_f32(y)
    mr, nr = unit_f32(r)
    lack = fma(mx, my, -(mr * power_of_two_f32(nr - nx - ny)))
    return r, known_f32(r, lack, is_finite_f32(x) and is_finite_f32(y))


def quotient_f32(x: f32, y: f32) -> (f32, f32):
    r = x / y
    mx, nx = unit_f32(x)
    my, ny = unit_f32(y)
    mr, nr = unit_f32(r)
    lack = fma(-(mr * power_of_two_f32(nr - nx + ny)), my, mx) * my
    return r, known_f32(r, lack, is_finite_f32(x) and is_finite_f32(y) and y != 0.0)


def root_f32(x: f32) -> (f32, f32):
    r = sqrt(x)
    m, n = unit_f32(x)
    mr, nr = unit_f32(r)
    half = n >> 1
    m = m * power_of_two_f32(n - half - half)
    mr = mr * power_of_two_f32(nr - half)
    return r, known_f32(r, fma(-mr, mr, m), x > 0.0 and is_finite_f32(x))


# x y + z, all in units of x y. What is far below it is moved nearer, which
# leaves the sign; where z is far above, x y is what z lacks.
def fused_f32(x: f32, y: f32, z: f32) -> (f32, f32):
    r = fma(x, y, z)
    mx, nx = unit_f32(x)
    my, ny = unit_f32(y)
    mz, nz = unit_f32(z)
    mr, nr = unit_f32(r)
    nz = nz - nx - ny
    nr = nr - nx - ny
    h = mx * my
    l = fma(mx, my, -h)
    z = mz * power_of_two_f32(select(nz < -100, -100, select(nz > 100, 100, nz)))
    rest = mr * power_of_two_f32(select(nr < -100, -100, select(nr > 100, 100, nr)))
    z, a = two_sum_f32(z, l)
    z, b = two_sum_f32(z, h)
    rest, a = two_sum_f32(-rest, a)
    rest, b = two_sum_f32(rest, b)
    rest, c = two_sum_f32(rest, z)
    lack = select(rest != 0.0, rest, select(c != 0.0, c, select(b != 0.0, b, a)))
    lack = select(mz != 0.0 and nz > 60, h, lack)
    known = is_finite_f32(x) and is_finite_f32(y) and is_finite_f32(z)
    return r, known_f32(r, lack, known)


def fused_down_f32(x: f32, y: f32, z: f32) -> f32:
    r, lack = fused_f32(x, y, z)
    sign = (bitcast(x, i32) ^ bitcast(y, i32)) | bitcast(z, i32)
    zero = bitcast(sign & (i32(0x80000000)), f32)
    return select(r == 0.0 and lack == 0.0, zero, down_f32(r, lack))


# ---- f64 ----


def is_finite_f64(x: f64) -> bool:
    return abs(x) < bitcast(i64(0x7ff0000000000000), f64)


# The next number above, below.
def above_f64(x: f64) -> f64:
    n = bitcast(x, i64)
    return bitcast(select(x > 0.0, n + 1, select(x == 0.0, 1, n - 1)), f64)


def below_f64(x: f64) -> f64:
    return -above_f64(-x)


# The nearest number and the sign of what it lacks, where that is known.
def up_f64(r: f64, lack: f64) -> f64:
    return select(lack > 0.0, above_f64(r), r)


def down_f64(r: f64, lack: f64) -> f64:
    return select(lack < 0.0, below_f64(r), r)


def cut_f64(r: f64, lack: f64) -> f64:
    return select(r > 0.0, down_f64(r, lack), select(r < 0.0, up_f64(r, lack), r))


def known_f64(r: f64, lack: f64, known: bool) -> f64:
    return select(known, select(is_finite_f64(r), lack, -r), 0.0)


# x = m 2^n, 1 <= |m| < 2; 0 is 0 2^0.
def unit_f64(x: f64) -> (f64, i32):
    a = abs(x)
    n = select(a > 0.0, exponent_f64(a) - 1023, 0)
    return scale_f64(x, -n), n


def two_sum_f64(x: f64, y: f64) -> (f64, f64):
    s = x + y
    part = s - x
    return s, (x - (s - part)) + (y - part)


def sum_f64(x: f64, y: f64) -> (f64, f64):
    r = x + y
    larger = abs(x) >= abs(y)
    a = select(larger, x, y)
    lack = select(larger, y, x) - (r - a)
    return r, known_f64(r, lack, is_finite_f64(x) and is_finite_f64(y))


# Of a sum that is 0, down: -0 where a part is.
def sum_down_f64(x: f64, y: f64) -> f64:
    r, lack = sum_f64(x, y)
    zero = bitcast((bitcast(x, i64) | bitcast(y, i64)) & (i64(1) << 63), f64)
    return select(r == 0.0, zero, down_f64(r, lack))


def product_f64(x: f64, y: f64) -> (f64, f64):
    r = x * y
    mx, nx = unit_f64(x)
    my, ny = unit_f64(y)
    mr, nr = unit_f64(r)
    lack = fma(mx, my, -(mr * power_of_two_f64(nr - nx - ny)))
    return r, known_f64(r, lack, is_finite_f64(x) and is_finite_f64(y))


def quotient_f64(x: f64, y: f64) -> (f64, f64):
    r = x / y
    mx, nx = unit_f64(x)
    my, ny = unit_f64(y)
    mr, nr = unit_f64(r)
    lack = fma(-(mr * power_of_two_f64(nr - nx + ny)), my, mx) * my
    return r, known_f64(r, lack, is_finite_f64(x) and is_finite_f64(y) and y != 0.0)


def root_f64(x: f64) -> (f64, f64):
    r = sqrt(x)
    m, n = unit_f64(x)
    mr, nr = unit_f64(r)
    half = n >> 1
    m = m * power_of_two_f64(n - half - half)
    mr = mr * power_of_two_f64(nr - half)
    return r, known_f64(r, fma(-mr, mr, m), x > 0.0 and is_finite_f64(x))


# x y + z, all in units of x y. What is far below it is moved nearer, which
# leaves the sign; where z is far above, x y is what z lacks.
def fused_f64(x: f64, y: f64, z: f64) -> (f64, f64):
    r = fma(x, y, z)
    mx, nx = unit_f64(x)
    my, ny = unit_f64(y)
    mz, nz = unit_f64(z)
    mr, nr = unit_f64(r)
    nz = nz - nx - ny
    nr = nr - nx - ny
    h = mx * my
    l = fma(mx, my, -h)
    z = mz * power_of_two_f64(select(nz < -200, -200, select(nz > 300, 300, nz)))
    rest = mr * power_of_two_f64(select(nr < -200, -200, select(nr > 300, 300, nr)))
    z, a = two_sum_f64(z, l)
    z, b = two_sum_f64(z, h)
    rest, a = two_sum_f64(-rest, a)
    rest, b = two_sum_f64(rest, b)
    rest, c = two_sum_f64(rest, z)
    lack = select(rest != 0.0, rest, select(c != 0.0, c, select(b != 0.0, b, a)))
    lack = select(mz != 0.0 and nz > 120, h, lack)
    known = is_finite_f64(x) and is_finite_f64(y) and is_finite_f64(z)
    return r, known_f64(r, lack, known)


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


def of_u64_f32(n: u64) -> (f32, f32):
    r = f32(n)
    back = u64(r)
    lack = select(n > back, 1.0, select(n < back, -1.0, 0.0))
    return r, select(r >= 0x1p64, -1.0, lack)


def of_u64_f64(n: u64) -> (f64, f64):
    r = f64(n)
    back = u64(r)
    lack = select(n > back, 1.0, select(n < back, -1.0, 0.0))
    return r, select(r >= 0x1p64, -1.0, lack)


def of_i64_f32(n: i64) -> (f32, f32):
    r, lack = of_u64_f32(u64(select(n < 0, -n, n)))
    return select(n < 0, -r, r), select(n < 0, -lack, lack)


def of_i64_f64(n: i64) -> (f64, f64):
    r, lack = of_u64_f64(u64(select(n < 0, -n, n)))
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
