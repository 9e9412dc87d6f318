# SPDX-License-Identifier: Apache-2.0
"""A kernel for each function of the device library."""
import cmath
import math

import numpy as np
from numba import cuda


@cuda.jit
def exp(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.exp(x[i])


@cuda.jit
def log(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.log(x[i])


@cuda.jit
def sin(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.sin(x[i])


@cuda.jit
def cos(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.cos(x[i])


@cuda.jit
def pow(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.pow(x[i], y[i])


@cuda.jit
def hypot(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.hypot(x[i], y[i])


@cuda.jit
def fmod(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.fmod(x[i], y[i])


@cuda.jit
def floor_div(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] // y[i]


@cuda.jit
def floor_mod(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] % y[i]


@cuda.jit
def exp2(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.exp2(x[i])


@cuda.jit
def expm1(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.expm1(x[i])


@cuda.jit
def log2(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.log2(x[i])


@cuda.jit
def log10(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.log10(x[i])


@cuda.jit
def log1p(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.log1p(x[i])


@cuda.jit
def tan(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.tan(x[i])


@cuda.jit
def sinh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.sinh(x[i])


@cuda.jit
def cosh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.cosh(x[i])


@cuda.jit
def tanh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.tanh(x[i])


@cuda.jit
def cbrt(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.cbrt(x[i])


@cuda.jit
def rsqrt(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.rsqrt(x[i])


@cuda.jit
def atan(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.atan(x[i])


@cuda.jit
def asin(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.asin(x[i])


@cuda.jit
def acos(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.acos(x[i])


@cuda.jit
def atan2(y, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.atan2(y[i], x[i])


@cuda.jit
def asinh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.asinh(x[i])


@cuda.jit
def acosh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.acosh(x[i])


@cuda.jit
def atanh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.arctanh(x[i])


@cuda.jit
def erf(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.erf(x[i])


@cuda.jit
def erfc(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.erfc(x[i])


@cuda.jit
def tgamma(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.gamma(x[i])


@cuda.jit
def lgamma(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.lgamma(x[i])


@cuda.jit
def remainder(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = math.remainder(x[i], y[i])


@cuda.jit
def nextafter(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.nextafter(x[i], y[i])


# Functions that only libdevice names, by type.
@cuda.jit
def exp10_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.exp10f(x[i])


@cuda.jit
def exp10_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.exp10(x[i])


@cuda.jit
def sinpi_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.sinpif(x[i])


@cuda.jit
def sinpi_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.sinpi(x[i])


@cuda.jit
def cospi_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.cospif(x[i])


@cuda.jit
def cospi_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.cospi(x[i])


@cuda.jit
def erfcx_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfcxf(x[i])


@cuda.jit
def erfcx_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfcx(x[i])


@cuda.jit
def normcdf_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.normcdff(x[i])


@cuda.jit
def normcdf_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.normcdf(x[i])


@cuda.jit
def cexp(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.exp(x[i])


@cuda.jit
def clog(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.log(x[i])


@cuda.jit
def clog10(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.log10(x[i])


@cuda.jit
def clog2(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.log2(x[i])


@cuda.jit
def csqrt(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.sqrt(x[i])


@cuda.jit
def csin(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.sin(x[i])


@cuda.jit
def ccos(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.cos(x[i])


@cuda.jit
def ctan(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.tan(x[i])


@cuda.jit
def casin(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.asin(x[i])


@cuda.jit
def cacos(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.acos(x[i])


@cuda.jit
def catan(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.atan(x[i])


@cuda.jit
def csinh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.sinh(x[i])


@cuda.jit
def ccosh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.cosh(x[i])


@cuda.jit
def ctanh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.tanh(x[i])


@cuda.jit
def casinh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.asinh(x[i])


@cuda.jit
def cacosh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.acosh(x[i])


@cuda.jit
def catanh(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.atanh(x[i])


@cuda.jit
def cpolar(x, out):
    i = cuda.grid(1)
    if i < x.size:
        r, phi = cmath.polar(x[i])
        out[i] = complex(r, phi)


@cuda.jit
def crect(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cmath.rect(x[i].real, x[i].imag)


@cuda.jit
def cpow(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] ** y[i]


@cuda.jit
def erfinv_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfinvf(x[i])


@cuda.jit
def erfinv_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfinv(x[i])


@cuda.jit
def erfcinv_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfcinvf(x[i])


@cuda.jit
def erfcinv_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.erfcinv(x[i])


@cuda.jit
def normcdfinv_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.normcdfinvf(x[i])


@cuda.jit
def normcdfinv_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.normcdfinv(x[i])


@cuda.jit
def rcbrt_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.rcbrtf(x[i])


@cuda.jit
def rcbrt_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.rcbrt(x[i])


@cuda.jit
def rhypot_f32(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.rhypotf(x[i], y[i])


@cuda.jit
def rhypot_f64(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.rhypot(x[i], y[i])


@cuda.jit
def j0_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.j0f(x[i])


@cuda.jit
def j0_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.j0(x[i])


@cuda.jit
def j1_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.j1f(x[i])


@cuda.jit
def j1_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.j1(x[i])


@cuda.jit
def y0_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.y0f(x[i])


@cuda.jit
def y0_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.y0(x[i])


@cuda.jit
def y1_f32(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.y1f(x[i])


@cuda.jit
def y1_f64(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.y1(x[i])


@cuda.jit
def jn_f32(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.jnf(int(n[i]), x[i])


@cuda.jit
def jn_f64(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.jn(int(n[i]), x[i])


@cuda.jit
def yn_f32(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.ynf(int(n[i]), x[i])


@cuda.jit
def yn_f64(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.libdevice.yn(int(n[i]), x[i])
