# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice functions of floats that the library has elsewhere, under
CUDA's names."""
from portkern.lib import (abs, bitcast, copysign, f32, f64, i32, i64, rint,
                          select)
from angle import (acos_f32, acos_f64, asin_f32, asin_f64, atan2_f32,
                   atan2_f64, atan_f32, atan_f64)
from bessel import (j0_f32, j0_f64, j1_f32, j1_f64, y0_f32, y0_f64, y1_f32,
                    y1_f64)
from bessel_n import jn_f32, jn_f64, yn_f32, yn_f64
from cbrt import cbrt_f32, cbrt_f64, rcbrt_f32, rcbrt_f64
from erf import (erf_f32, erf_f64, erfc_f32, erfc_f64, erfcx_f32, erfcx_f64,
                 normcdf_f32, normcdf_f64)
from exp import (exp10_f32, exp10_f64, exp2_f32, exp2_f64, exp_f32, exp_f64,
                 expm1_f32, expm1_f64)
from gamma import lgamma_f32, lgamma_f64, tgamma_f32, tgamma_f64
from hyperbolic import (acosh_f32, acosh_f64, asinh_f32, asinh_f64, atanh_f32,
                        atanh_f64, cosh_f32, cosh_f64, sinh_f32, sinh_f64,
                        tanh_f32, tanh_f64)
from hypot import hypot_f32, hypot_f64
from inverse import (erfcinv_f32, erfcinv_f64, erfinv_f32, erfinv_f64,
                     norm3d_f32, norm3d_f64, norm4d_f32, norm4d_f64,
                     normcdfinv_f32, normcdfinv_f64, rhypot_f32, rhypot_f64,
                     rnorm3d_f32, rnorm3d_f64, rnorm4d_f32, rnorm4d_f64)
from log import (log10_f32, log10_f64, log1p_f32, log1p_f64, log2_f32,
                 log2_f64, log_f32, log_f64)
from parts import (frexp_f32, frexp_f64, ldexp_f32, ldexp_f64, modf_f32,
                   modf_f64, nextafter_f32, nextafter_f64, remainder_f32,
                   remainder_f64)
from pow import pow_f32, pow_f64
from remainder import fmod_f32, fmod_f64
from rsqrt import rsqrt_f32, rsqrt_f64, rsqrt_rn_f32
from trig import (cos_f32, cos_f64, cospi_f32, cospi_f64, sin_f32, sin_f64,
                  sinpi_f32, sinpi_f64, tan_f32, tan_f64)


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


def libdevice_j0f(x: f32) -> f32:
    return j0_f32(x)


def libdevice_j0(x: f64) -> f64:
    return j0_f64(x)


def libdevice_j1f(x: f32) -> f32:
    return j1_f32(x)


def libdevice_j1(x: f64) -> f64:
    return j1_f64(x)


def libdevice_y0f(x: f32) -> f32:
    return y0_f32(x)


def libdevice_y0(x: f64) -> f64:
    return y0_f64(x)


def libdevice_y1f(x: f32) -> f32:
    return y1_f32(x)


def libdevice_y1(x: f64) -> f64:
    return y1_f64(x)


def libdevice_jnf(n: i32, x: f32) -> f32:
    return jn_f32(n, x)


def libdevice_jn(n: i32, x: f64) -> f64:
    return jn_f64(n, x)


def libdevice_ynf(n: i32, x: f32) -> f32:
    return yn_f32(n, x)


def libdevice_yn(n: i32, x: f64) -> f64:
    return yn_f64(n, x)
