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
