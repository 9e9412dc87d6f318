# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice functions that have a portable meaning, under its names.
What CUDA calls unsigned is int32 or int64 here, as in numba.cuda.libdevice."""
from portkern.lib import (abs, bitcast, brev, ceil, clz, copysign, f32, f64,
                          f16, floor, fma, i16, i32, i64, mulhi, popc, rint, select,
                          sqrt, trunc, u32, u64)
from angle import (acos_f32, acos_f64, asin_f32, asin_f64, atan2_f32,
                   atan2_f64, atan_f32, atan_f64)
from cbrt import cbrt_f32, cbrt_f64, rcbrt_f32, rcbrt_f64
from exp import (exp10_f32, exp10_f64, exp2_f32, exp2_f64, exp_f32, exp_f64,
                 expm1_f32, expm1_f64)
from hyperbolic import (acosh_f32, acosh_f64, asinh_f32, asinh_f64, atanh_f32,
                        atanh_f64, cosh_f32, cosh_f64, sinh_f32, sinh_f64,
                        tanh_f32, tanh_f64)
from erf import (erf_f32, erf_f64, erfc_f32, erfc_f64, erfcx_f32, erfcx_f64,
                 normcdf_f32, normcdf_f64)
from gamma import (lgamma_f32, lgamma_f64, tgamma_f32, tgamma_f64)
from parts import (frexp_f32, frexp_f64, ldexp_f32, ldexp_f64, modf_f32,
                   modf_f64, nextafter_f32, nextafter_f64, remainder_f32,
                   remainder_f64)
from hypot import hypot_f32, hypot_f64
from inverse import (erfinv_f32, erfinv_f64, erfcinv_f32, erfcinv_f64,
                     normcdfinv_f32, normcdfinv_f64, rhypot_f32, rhypot_f64,
                     norm3d_f32, norm3d_f64, norm4d_f32, norm4d_f64,
                     rnorm3d_f32, rnorm3d_f64, rnorm4d_f32, rnorm4d_f64)
from log import (log10_f32, log10_f64, log1p_f32, log1p_f64, log2_f32,
                 log2_f64, log_f32, log_f64)
from pow import pow_f32, pow_f64
from remainder import fmod_f32, fmod_f64
from rsqrt import rsqrt_f32, rsqrt_f64, rsqrt_rn_f32
from trig import (cos_f32, cos_f64, cospi_f32, cospi_f64, sin_f32, sin_f64,
                  sinpi_f32, sinpi_f64, tan_f32, tan_f64)


# ---- floats ----


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


def libdevice_rsqrtf(x: f32) -> f32:
    return rsqrt_f32(x)


def libdevice_rsqrt(x: f64) -> f64:
    return rsqrt_f64(x)


def libdevice_cbrtf(x: f32) -> f32:
    return cbrt_f32(x)


def libdevice_cbrt(x: f64) -> f64:
    return cbrt_f64(x)


def libdevice_expf(x: f32) -> f32:
    return exp_f32(x)


def libdevice_exp(x: f64) -> f64:
    return exp_f64(x)


def libdevice_exp2f(x: f32) -> f32:
    return exp2_f32(x)


def libdevice_exp2(x: f64) -> f64:
    return exp2_f64(x)


def libdevice_expm1f(x: f32) -> f32:
    return expm1_f32(x)


def libdevice_expm1(x: f64) -> f64:
    return expm1_f64(x)


def libdevice_logf(x: f32) -> f32:
    return log_f32(x)


def libdevice_log(x: f64) -> f64:
    return log_f64(x)


def libdevice_log2f(x: f32) -> f32:
    return log2_f32(x)


def libdevice_log2(x: f64) -> f64:
    return log2_f64(x)


def libdevice_log10f(x: f32) -> f32:
    return log10_f32(x)


def libdevice_log10(x: f64) -> f64:
    return log10_f64(x)


def libdevice_log1pf(x: f32) -> f32:
    return log1p_f32(x)


def libdevice_log1p(x: f64) -> f64:
    return log1p_f64(x)


def libdevice_sinf(x: f32) -> f32:
    return sin_f32(x)


def libdevice_sin(x: f64) -> f64:
    return sin_f64(x)


def libdevice_cosf(x: f32) -> f32:
    return cos_f32(x)


def libdevice_cos(x: f64) -> f64:
    return cos_f64(x)


def libdevice_tanf(x: f32) -> f32:
    return tan_f32(x)


def libdevice_tan(x: f64) -> f64:
    return tan_f64(x)


def libdevice_asinf(x: f32) -> f32:
    return asin_f32(x)


def libdevice_asin(x: f64) -> f64:
    return asin_f64(x)


def libdevice_acosf(x: f32) -> f32:
    return acos_f32(x)


def libdevice_acos(x: f64) -> f64:
    return acos_f64(x)


def libdevice_atanf(x: f32) -> f32:
    return atan_f32(x)


def libdevice_atan(x: f64) -> f64:
    return atan_f64(x)


def libdevice_sinhf(x: f32) -> f32:
    return sinh_f32(x)


def libdevice_sinh(x: f64) -> f64:
    return sinh_f64(x)


def libdevice_coshf(x: f32) -> f32:
    return cosh_f32(x)


def libdevice_cosh(x: f64) -> f64:
    return cosh_f64(x)


def libdevice_tanhf(x: f32) -> f32:
    return tanh_f32(x)


def libdevice_tanh(x: f64) -> f64:
    return tanh_f64(x)


def libdevice_powf(x: f32, y: f32) -> f32:
    return pow_f32(x, y)


def libdevice_pow(x: f64, y: f64) -> f64:
    return pow_f64(x, y)


def libdevice_atan2f(y: f32, x: f32) -> f32:
    return atan2_f32(y, x)


def libdevice_atan2(y: f64, x: f64) -> f64:
    return atan2_f64(y, x)


def libdevice_hypotf(x: f32, y: f32) -> f32:
    return hypot_f32(x, y)


def libdevice_hypot(x: f64, y: f64) -> f64:
    return hypot_f64(x, y)


def libdevice_fmodf(x: f32, y: f32) -> f32:
    return fmod_f32(x, y)


def libdevice_fmod(x: f64, y: f64) -> f64:
    return fmod_f64(x, y)


def libdevice_saturatef(x: f32) -> f32:
    return select(x > 0.0, select(x < 1.0, x, f32(1.0)), f32(0.0))


def libdevice_sincosf(x: f32) -> (f32, f32):
    return sin_f32(x), cos_f32(x)


def libdevice_sincos(x: f64) -> (f64, f64):
    return sin_f64(x), cos_f64(x)


def libdevice_sincospif(x: f32) -> (f32, f32):
    return sinpi_f32(x), cospi_f32(x)


def libdevice_sincospi(x: f64) -> (f64, f64):
    return sinpi_f64(x), cospi_f64(x)


def libdevice_fast_sincosf(x: f32) -> (f32, f32):
    return sin_f32(x), cos_f32(x)


def libdevice_fast_exp10f(x: f32) -> f32:
    return exp10_f32(x)


def libdevice_frsqrt_rn(x: f32) -> f32:
    return rsqrt_rn_f32(x)


def libdevice_rcbrtf(x: f32) -> f32:
    return rcbrt_f32(x)


def libdevice_rcbrt(x: f64) -> f64:
    return rcbrt_f64(x)


# A float16 is the int16 of its bits.
def libdevice_float2half_rn(x: f32) -> i16:
    return bitcast(f16(x), i16)


def libdevice_half2float(x: i16) -> f32:
    return f32(bitcast(x, f16))


def libdevice_fast_sinf(x: f32) -> f32:
    return sin_f32(x)


def libdevice_fast_cosf(x: f32) -> f32:
    return cos_f32(x)


def libdevice_fast_tanf(x: f32) -> f32:
    return tan_f32(x)


def libdevice_fast_expf(x: f32) -> f32:
    return exp_f32(x)


def libdevice_fast_logf(x: f32) -> f32:
    return log_f32(x)


def libdevice_fast_log2f(x: f32) -> f32:
    return log2_f32(x)


def libdevice_fast_log10f(x: f32) -> f32:
    return log10_f32(x)


def libdevice_fast_powf(x: f32, y: f32) -> f32:
    return pow_f32(x, y)


def libdevice_fast_fdividef(x: f32, y: f32) -> f32:
    return x / y


# ---- rounded to nearest, by name ----


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


# ---- integers ----


def libdevice_popc(x: i32) -> i32:
    return popc(x)


def libdevice_popcll(x: i64) -> i32:
    return i32(popc(x))


def libdevice_clz(x: i32) -> i32:
    return clz(x)


def libdevice_clzll(x: i64) -> i32:
    return i32(clz(x))


def libdevice_brev(x: i32) -> i32:
    return brev(x)


def libdevice_brevll(x: i64) -> i64:
    return brev(x)


def libdevice_ffs(x: i32) -> i32:
    return select(x == 0, 0, popc((x & -x) - 1) + 1)


def libdevice_ffsll(x: i64) -> i32:
    return i32(select(x == 0, 0, popc((x & -x) - 1) + 1))


def libdevice_abs(x: i32) -> i32:
    return select(x < 0, -x, x)


def libdevice_llabs(x: i64) -> i64:
    return select(x < 0, -x, x)


def libdevice_min(x: i32, y: i32) -> i32:
    return select(x < y, x, y)


def libdevice_max(x: i32, y: i32) -> i32:
    return select(x < y, y, x)


def libdevice_umin(x: i32, y: i32) -> i32:
    return select(u32(x) < u32(y), x, y)


def libdevice_umax(x: i32, y: i32) -> i32:
    return select(u32(x) < u32(y), y, x)


def libdevice_llmin(x: i64, y: i64) -> i64:
    return select(x < y, x, y)


def libdevice_llmax(x: i64, y: i64) -> i64:
    return select(x < y, y, x)


def libdevice_ullmin(x: i64, y: i64) -> i64:
    return select(u64(x) < u64(y), x, y)


def libdevice_ullmax(x: i64, y: i64) -> i64:
    return select(u64(x) < u64(y), y, x)


def libdevice_mulhi(x: i32, y: i32) -> i32:
    return mulhi(x, y)


def libdevice_umulhi(x: i32, y: i32) -> i32:
    return i32(mulhi(u32(x), u32(y)))


def libdevice_mul64hi(x: i64, y: i64) -> i64:
    return mulhi(x, y)


def libdevice_umul64hi(x: i64, y: i64) -> i64:
    return i64(mulhi(u64(x), u64(y)))


def libdevice_mul24(x: i32, y: i32) -> i32:
    return ((x << 8) >> 8) * ((y << 8) >> 8)


def libdevice_umul24(x: i32, y: i32) -> i32:
    return (x & 0xffffff) * (y & 0xffffff)


def libdevice_sad(x: i32, y: i32, z: i32) -> i32:
    return select(x > y, x - y, y - x) + z


def libdevice_usad(x: i32, y: i32, z: i32) -> i32:
    return select(u32(x) > u32(y), x - y, y - x) + z


def libdevice_hadd(x: i32, y: i32) -> i32:
    return (x & y) + ((x ^ y) >> 1)


def libdevice_rhadd(x: i32, y: i32) -> i32:
    return (x | y) - ((x ^ y) >> 1)


def libdevice_uhadd(x: i32, y: i32) -> i32:
    return (x & y) + i32(u32(x ^ y) >> 1)


def libdevice_urhadd(x: i32, y: i32) -> i32:
    return (x | y) - i32(u32(x ^ y) >> 1)


def libdevice_byte_perm(x: i32, y: i32, s: i32) -> i32:
    both = u64(u32(x)) | (u64(u32(y)) << 32)
    k = u64(u32(s))
    a = (both >> ((k & 7) << 3)) & 255
    b = (both >> (((k >> 4) & 7) << 3)) & 255
    c = (both >> (((k >> 8) & 7) << 3)) & 255
    d = (both >> (((k >> 12) & 7) << 3)) & 255
    return i32(u32(a | (b << 8) | (c << 16) | (d << 24)))


# ---- conversions ----


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


def libdevice_exp10f(x: f32) -> f32:
    return exp10_f32(x)


def libdevice_exp10(x: f64) -> f64:
    return exp10_f64(x)


def libdevice_asinhf(x: f32) -> f32:
    return asinh_f32(x)


def libdevice_asinh(x: f64) -> f64:
    return asinh_f64(x)


def libdevice_acoshf(x: f32) -> f32:
    return acosh_f32(x)


def libdevice_acosh(x: f64) -> f64:
    return acosh_f64(x)


def libdevice_atanhf(x: f32) -> f32:
    return atanh_f32(x)


def libdevice_atanh(x: f64) -> f64:
    return atanh_f64(x)


def libdevice_erff(x: f32) -> f32:
    return erf_f32(x)


def libdevice_erf(x: f64) -> f64:
    return erf_f64(x)


def libdevice_erfcf(x: f32) -> f32:
    return erfc_f32(x)


def libdevice_erfc(x: f64) -> f64:
    return erfc_f64(x)


def libdevice_erfcxf(x: f32) -> f32:
    return erfcx_f32(x)


def libdevice_erfcx(x: f64) -> f64:
    return erfcx_f64(x)


def libdevice_normcdff(x: f32) -> f32:
    return normcdf_f32(x)


def libdevice_normcdf(x: f64) -> f64:
    return normcdf_f64(x)


def libdevice_tgammaf(x: f32) -> f32:
    return tgamma_f32(x)


def libdevice_tgamma(x: f64) -> f64:
    return tgamma_f64(x)


def libdevice_lgammaf(x: f32) -> f32:
    return lgamma_f32(x)


def libdevice_lgamma(x: f64) -> f64:
    return lgamma_f64(x)


def libdevice_sinpif(x: f32) -> f32:
    return sinpi_f32(x)


def libdevice_sinpi(x: f64) -> f64:
    return sinpi_f64(x)


def libdevice_cospif(x: f32) -> f32:
    return cospi_f32(x)


def libdevice_cospi(x: f64) -> f64:
    return cospi_f64(x)


def libdevice_remainderf(x: f32, y: f32) -> f32:
    return remainder_f32(x, y)


def libdevice_remainder(x: f64, y: f64) -> f64:
    return remainder_f64(x, y)


# The remainder, and the low three bits of the whole number that x / y was
# rounded to, with its sign. What is left of x modulo 8 y tells them, it and
# y brought to where neither is too small nor their difference too large.
def libdevice_remquof(x: f32, y: f32) -> (f32, i32):
    r = remainder_f32(x, y)
    b = abs(y)
    a = select(b < 0x1p124, fmod_f32(abs(x), b * 8.0), abs(x))
    up = select(b < 0x1p-100, 0x1p64, 0x1p-4)
    n = i32(rint((a * up - r * copysign(f32(1.0), x) * up) / (b * up))) & 7
    n = select(bitcast(x, i32) ^ bitcast(y, i32) < 0, -n, n)
    return r, select(r != r, 0, n)


def libdevice_remquo(x: f64, y: f64) -> (f64, i32):
    r = remainder_f64(x, y)
    b = abs(y)
    a = select(b < 0x1p1020, fmod_f64(abs(x), b * 8.0), abs(x))
    up = select(b < 0x1p-900, 0x1p128, 0x1p-4)
    n = i32(rint((a * up - r * copysign(f64(1.0), x) * up) / (b * up))) & 7
    n = select(bitcast(x, i64) ^ bitcast(y, i64) < 0, -n, n)
    return r, select(r != r, 0, n)


def libdevice_nextafterf(x: f32, y: f32) -> f32:
    return nextafter_f32(x, y)


def libdevice_nextafter(x: f64, y: f64) -> f64:
    return nextafter_f64(x, y)


def libdevice_ldexpf(x: f32, n: i32) -> f32:
    return ldexp_f32(x, n)


def libdevice_scalbnf(x: f32, n: i32) -> f32:
    return ldexp_f32(x, n)


def libdevice_frexpf(x: f32) -> (f32, i32):
    part, exponent = frexp_f32(x)
    return part, exponent


def libdevice_modff(x: f32) -> (f32, f32):
    part, whole = modf_f32(x)
    return part, whole


def libdevice_ldexp(x: f64, n: i32) -> f64:
    return ldexp_f64(x, n)


def libdevice_scalbn(x: f64, n: i32) -> f64:
    return ldexp_f64(x, n)


def libdevice_frexp(x: f64) -> (f64, i32):
    part, exponent = frexp_f64(x)
    return part, exponent


def libdevice_modf(x: f64) -> (f64, f64):
    part, whole = modf_f64(x)
    return part, whole


def libdevice_erfinvf(x: f32) -> f32:
    return erfinv_f32(x)


def libdevice_erfinv(x: f64) -> f64:
    return erfinv_f64(x)


def libdevice_erfcinvf(x: f32) -> f32:
    return erfcinv_f32(x)


def libdevice_erfcinv(x: f64) -> f64:
    return erfcinv_f64(x)


def libdevice_normcdfinvf(x: f32) -> f32:
    return normcdfinv_f32(x)


def libdevice_normcdfinv(x: f64) -> f64:
    return normcdfinv_f64(x)


def libdevice_rhypotf(x: f32, y: f32) -> f32:
    return rhypot_f32(x, y)


def libdevice_rhypot(x: f64, y: f64) -> f64:
    return rhypot_f64(x, y)


def libdevice_norm3df(x: f32, y: f32, z: f32) -> f32:
    return norm3d_f32(x, y, z)


def libdevice_norm3d(x: f64, y: f64, z: f64) -> f64:
    return norm3d_f64(x, y, z)


def libdevice_norm4df(x: f32, y: f32, z: f32, w: f32) -> f32:
    return norm4d_f32(x, y, z, w)


def libdevice_norm4d(x: f64, y: f64, z: f64, w: f64) -> f64:
    return norm4d_f64(x, y, z, w)


def libdevice_rnorm3df(x: f32, y: f32, z: f32) -> f32:
    return rnorm3d_f32(x, y, z)


def libdevice_rnorm3d(x: f64, y: f64, z: f64) -> f64:
    return rnorm3d_f64(x, y, z)


def libdevice_rnorm4df(x: f32, y: f32, z: f32, w: f32) -> f32:
    return rnorm4d_f32(x, y, z, w)


def libdevice_rnorm4d(x: f64, y: f64, z: f64, w: f64) -> f64:
    return rnorm4d_f64(x, y, z, w)
