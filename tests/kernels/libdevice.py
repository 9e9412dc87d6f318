# SPDX-License-Identifier: Apache-2.0
"""CUDA's libdevice names with a portable meaning."""
from numba import cuda
from numba.cuda import libdevice


@cuda.jit
def singles(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.fabsf(x[i])
        out[1, i] = libdevice.floorf(x[i])
        out[2, i] = libdevice.roundf(x[i])
        out[3, i] = libdevice.sqrtf(libdevice.fabsf(x[i]))
        out[4, i] = libdevice.fmaf(x[i], y[i], x[i])
        out[5, i] = libdevice.fminf(x[i], y[i])
        out[6, i] = libdevice.fmaxf(x[i], y[i])
        out[7, i] = libdevice.saturatef(x[i])
        out[8, i] = libdevice.fadd_rn(x[i], y[i])
        out[9, i] = libdevice.fdiv_rn(x[i], y[i])
        out[10, i] = libdevice.frcp_rn(x[i])
        out[11, i] = libdevice.fdimf(x[i], y[i])


@cuda.jit
def doubles(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.fabs(x[i])
        out[1, i] = libdevice.ceil(x[i])
        out[2, i] = libdevice.round(x[i])
        out[3, i] = libdevice.dsqrt_rn(cuda.libdevice.fabs(x[i]))
        out[4, i] = libdevice.fmod(x[i], y[i])
        out[5, i] = libdevice.fmin(x[i], y[i])
        out[6, i] = libdevice.fmax(x[i], y[i])
        out[7, i] = libdevice.double2float_rn(x[i])
        out[8, i] = libdevice.dmul_rn(x[i], y[i])
        out[9, i] = libdevice.hiloint2double(libdevice.double2hiint(x[i]), libdevice.double2loint(x[i]))


@cuda.jit
def functions(x, out):
    i = cuda.grid(1)
    if i < x.size:
        s, c = libdevice.sincos(x[i])
        out[0, i] = s
        out[1, i] = c
        out[2, i] = libdevice.exp(x[i])
        out[3, i] = libdevice.rsqrt(libdevice.fabs(x[i]))
        out[4, i] = libdevice.cbrt(x[i])
        out[5, i] = libdevice.atan2(x[i], 2.0)
        out[6, i] = libdevice.powf(libdevice.fabsf(x[i]), 1.5)
        out[7, i] = cuda.cbrt(x[i]) + cuda.rsqrt(libdevice.fabs(x[i]) + 1)


@cuda.jit
def integers(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.popc(x[i])
        out[1, i] = libdevice.clz(x[i])
        out[2, i] = libdevice.brev(x[i])
        out[3, i] = libdevice.ffs(x[i])
        out[4, i] = libdevice.mulhi(x[i], y[i])
        out[5, i] = libdevice.umulhi(x[i], y[i])
        out[6, i] = libdevice.mul24(x[i], y[i])
        out[7, i] = libdevice.umul24(x[i], y[i])
        out[8, i] = libdevice.sad(x[i], y[i], 3)
        out[9, i] = libdevice.usad(x[i], y[i], 3)
        out[10, i] = libdevice.hadd(x[i], y[i])
        out[11, i] = libdevice.rhadd(x[i], y[i])
        out[12, i] = libdevice.byte_perm(x[i], y[i], 0x3715)
        out[13, i] = libdevice.umin(x[i], y[i])
        out[14, i] = libdevice.uhadd(x[i], y[i])


@cuda.jit
def long_integers(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.popcll(x[i])
        out[1, i] = libdevice.clzll(x[i])
        out[2, i] = libdevice.brevll(x[i])
        out[3, i] = libdevice.ffsll(x[i])
        out[4, i] = libdevice.mul64hi(x[i], y[i])
        out[5, i] = libdevice.umul64hi(x[i], y[i])
        out[6, i] = libdevice.llmax(x[i], y[i])
        out[7, i] = libdevice.llabs(x[i])


@cuda.jit
def conversions(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.float2int_rn(x[i])
        out[1, i] = libdevice.float2int_rz(x[i])
        out[2, i] = libdevice.float2int_rd(x[i])
        out[3, i] = libdevice.float2int_ru(x[i])
        out[4, i] = libdevice.float2ll_rn(x[i])
        out[5, i] = libdevice.float_as_int(x[i])
        out[6, i] = libdevice.double2int_rz(x[i])
        out[7, i] = libdevice.float2uint_rz(x[i])
        out[8, i] = libdevice.int2float_rn(libdevice.float2int_rz(x[i]))


@cuda.jit
def cuda_bits(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = cuda.popc(x[i])
        out[1, i] = cuda.clz(x[i])
        out[2, i] = cuda.ffs(x[i])
        out[3, i] = cuda.selp(x[i] > 3, x[i], out[0, i])


@cuda.jit
def directed_singles(x, y, z, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.fadd_rd(x[i], y[i])
        out[1, i] = libdevice.fadd_ru(x[i], y[i])
        out[2, i] = libdevice.fadd_rz(x[i], y[i])
        out[3, i] = libdevice.fsub_rd(x[i], y[i])
        out[4, i] = libdevice.fsub_ru(x[i], y[i])
        out[5, i] = libdevice.fsub_rz(x[i], y[i])
        out[6, i] = libdevice.fmul_rd(x[i], y[i])
        out[7, i] = libdevice.fmul_ru(x[i], y[i])
        out[8, i] = libdevice.fmul_rz(x[i], y[i])
        out[9, i] = libdevice.fdiv_rd(x[i], y[i])
        out[10, i] = libdevice.fdiv_ru(x[i], y[i])
        out[11, i] = libdevice.fdiv_rz(x[i], y[i])
        out[12, i] = libdevice.fmaf_rd(x[i], y[i], z[i])
        out[13, i] = libdevice.fmaf_ru(x[i], y[i], z[i])
        out[14, i] = libdevice.fmaf_rz(x[i], y[i], z[i])
        out[15, i] = libdevice.frcp_rd(x[i])
        out[16, i] = libdevice.frcp_ru(x[i])
        out[17, i] = libdevice.frcp_rz(x[i])
        out[18, i] = libdevice.fsqrt_rd(x[i])
        out[19, i] = libdevice.fsqrt_ru(x[i])
        out[20, i] = libdevice.fsqrt_rz(x[i])


@cuda.jit
def directed_doubles(x, y, z, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.dadd_rd(x[i], y[i])
        out[1, i] = libdevice.dadd_ru(x[i], y[i])
        out[2, i] = libdevice.dadd_rz(x[i], y[i])
        out[3, i] = libdevice.dsub_rd(x[i], y[i])
        out[4, i] = libdevice.dsub_ru(x[i], y[i])
        out[5, i] = libdevice.dsub_rz(x[i], y[i])
        out[6, i] = libdevice.dmul_rd(x[i], y[i])
        out[7, i] = libdevice.dmul_ru(x[i], y[i])
        out[8, i] = libdevice.dmul_rz(x[i], y[i])
        out[9, i] = libdevice.ddiv_rd(x[i], y[i])
        out[10, i] = libdevice.ddiv_ru(x[i], y[i])
        out[11, i] = libdevice.ddiv_rz(x[i], y[i])
        out[12, i] = libdevice.fma_rd(x[i], y[i], z[i])
        out[13, i] = libdevice.fma_ru(x[i], y[i], z[i])
        out[14, i] = libdevice.fma_rz(x[i], y[i], z[i])
        out[15, i] = libdevice.drcp_rd(x[i])
        out[16, i] = libdevice.drcp_ru(x[i])
        out[17, i] = libdevice.drcp_rz(x[i])
        out[18, i] = libdevice.dsqrt_rd(x[i])
        out[19, i] = libdevice.dsqrt_ru(x[i])
        out[20, i] = libdevice.dsqrt_rz(x[i])


@cuda.jit
def directed_conversions(n, x, singles, doubles):
    i = cuda.grid(1)
    if i < n.size:
        singles[0, i] = libdevice.int2float_rd(n[i])
        singles[1, i] = libdevice.int2float_ru(n[i])
        singles[2, i] = libdevice.int2float_rz(n[i])
        singles[3, i] = libdevice.uint2float_rd(n[i])
        singles[4, i] = libdevice.uint2float_ru(n[i])
        singles[5, i] = libdevice.uint2float_rz(n[i])
        singles[6, i] = libdevice.ll2float_rd(n[i])
        singles[7, i] = libdevice.ll2float_ru(n[i])
        singles[8, i] = libdevice.ll2float_rz(n[i])
        singles[9, i] = libdevice.ull2float_rd(n[i])
        singles[10, i] = libdevice.ull2float_ru(n[i])
        singles[11, i] = libdevice.ull2float_rz(n[i])
        singles[12, i] = libdevice.double2float_rd(x[i])
        singles[13, i] = libdevice.double2float_ru(x[i])
        singles[14, i] = libdevice.double2float_rz(x[i])
        doubles[0, i] = libdevice.ll2double_rd(n[i])
        doubles[1, i] = libdevice.ll2double_ru(n[i])
        doubles[2, i] = libdevice.ll2double_rz(n[i])
        doubles[3, i] = libdevice.ull2double_rd(n[i])
        doubles[4, i] = libdevice.ull2double_ru(n[i])
        doubles[5, i] = libdevice.ull2double_rz(n[i])


@cuda.jit
def kinds(x, y, out, logs):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.isnand(x[i]) + 2 * libdevice.isinfd(x[i]) + 4 * libdevice.isfinited(x[i])
        out[1, i] = libdevice.isnanf(y[i]) + 2 * libdevice.isinff(y[i]) + 4 * libdevice.finitef(y[i])
        out[2, i] = libdevice.signbitd(x[i]) + 2 * libdevice.signbitf(y[i])
        out[3, i] = libdevice.ilogb(x[i])
        out[4, i] = libdevice.ilogbf(y[i])
        out[5, i] = libdevice.llrint(x[i])
        out[6, i] = libdevice.llrintf(y[i])
        out[7, i] = libdevice.llround(x[i])
        out[8, i] = libdevice.llroundf(y[i])
        logs[0, i] = libdevice.logb(x[i])
        logs[1, i] = libdevice.logbf(y[i])
        logs[2, i] = libdevice.powi(x[i], 3)
        logs[3, i] = libdevice.powif(y[i], -1)


@cuda.jit
def more_exact(x, y, u, v, singles, doubles, whole, halves):
    i = cuda.grid(1)
    if i < x.size:
        singles[0, i] = libdevice.frsqrt_rn(x[i])
        singles[1, i], whole[0, i] = libdevice.remquof(x[i], y[i])
        doubles[i], whole[1, i] = libdevice.remquo(u[i], v[i])
        halves[i] = libdevice.float2half_rn(x[i])
        singles[2, i] = libdevice.half2float(halves[i])


@cuda.jit
def more_singles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.rcbrtf(x[i])
        out[1, i], out[2, i] = libdevice.sincospif(x[i])
        out[3, i], out[4, i] = libdevice.fast_sincosf(x[i])
        out[5, i] = libdevice.fast_exp10f(x[i])


@cuda.jit
def more_doubles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.rcbrt(x[i])
        out[1, i], out[2, i] = libdevice.sincospi(x[i])


@cuda.jit
def norm_singles(x, y, z, w, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.norm3df(x[i], y[i], z[i])
        out[1, i] = libdevice.norm4df(x[i], y[i], z[i], w[i])
        out[2, i] = libdevice.rnorm3df(x[i], y[i], z[i])
        out[3, i] = libdevice.rnorm4df(x[i], y[i], z[i], w[i])


@cuda.jit
def norm_doubles(x, y, z, w, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.norm3d(x[i], y[i], z[i])
        out[1, i] = libdevice.norm4d(x[i], y[i], z[i], w[i])
        out[2, i] = libdevice.rnorm3d(x[i], y[i], z[i])
        out[3, i] = libdevice.rnorm4d(x[i], y[i], z[i], w[i])


@cuda.jit
def bessel_singles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.j0f(x[i])
        out[1, i] = libdevice.y0f(x[i])
        out[2, i] = libdevice.j1f(x[i])
        out[3, i] = libdevice.y1f(x[i])


@cuda.jit
def bessel_orders_singles(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.jnf(n[i], x[i])
        out[1, i] = libdevice.ynf(n[i], x[i])


@cuda.jit
def bessel_doubles(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.j0(x[i])
        out[1, i] = libdevice.y0(x[i])
        out[2, i] = libdevice.j1(x[i])
        out[3, i] = libdevice.y1(x[i])


@cuda.jit
def bessel_orders_doubles(n, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = libdevice.jn(n[i], x[i])
        out[1, i] = libdevice.yn(n[i], x[i])
