# SPDX-License-Identifier: Apache-2.0
"""float16: arithmetic that is rounded after each operation, conversions to and
from every type, functions, atomics, arrays of the kernel's own."""
import math

import numpy as np
from numba import cuda, float16


@cuda.jit
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = x + y
        out[i, 1] = x - y
        out[i, 2] = x * y
        out[i, 3] = x / y
        out[i, 4] = x * y + x
        out[i, 5] = -x
        out[i, 6] = abs(x)
        out[i, 7] = math.sqrt(abs(x))
        out[i, 8] = math.floor(x) + np.ceil(y)
        out[i, 9] = x if x < y else y
        x += y
        x *= float16(0.1)
        out[i, 10] = x
        out[i, 11] = np.float16(1) / np.float16(3)


@cuda.jit
def wider(a, s, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i, 0] = x + s
        out[i, 1] = x * 2
        out[i, 2] = x * 2.5
        out[i, 3] = x / 7
        out[i, 4] = x // float16(3)
        out[i, 5] = x % float16(3)
        out[i, 6] = x ** 2
        out[i, 7] = float(x) + int(x)
        out[i, 8] = max(x, s)


@cuda.jit
def conversions(a, i8, u8, i32, u64, f32, f64, b, back):
    i = cuda.grid(1)
    if i < a.size:
        i8[i] = a[i]
        u8[i] = a[i]
        i32[i] = a[i]
        u64[i] = a[i]
        f32[i] = a[i]
        f64[i] = a[i]
        b[i] = a[i]
        back[i, 0] = i8[i]
        back[i, 1] = i32[i] * 1001
        back[i, 2] = u64[i]
        back[i, 3] = f32[i] * np.float32(1.0009)
        back[i, 4] = f64[i] * 1.0009
        back[i, 5] = b[i]


@cuda.jit
def tests(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] < b[i]
        out[i, 1] = a[i] <= b[i]
        out[i, 2] = a[i] == b[i]
        out[i, 3] = a[i] != b[i]
        out[i, 4] = math.isnan(a[i])
        out[i, 5] = math.isinf(a[i])
        out[i, 6] = bool(a[i])
        out[i, 7] = a[i] > 1


@cuda.jit
def functions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i, 0] = math.exp(x)
        out[i, 1] = np.log(abs(x))
        out[i, 2] = math.sin(x)
        out[i, 3] = math.cos(x)
        out[i, 4] = np.tanh(x)
        out[i, 5] = math.pow(abs(x), float16(0.5))
        m, e = math.frexp(x)
        out[i, 6] = m
        out[i, 7] = e


@cuda.jit
def together(a, sums, least):
    s = cuda.shared.array(64, float16)
    l = cuda.local.array(4, np.float16)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = a[i]
    for k in range(4):
        l[k] = s[t] * float16(k)
    cuda.syncthreads()
    cuda.atomic.add(sums, cuda.blockIdx.x, s[63 - t] + l[2] - l[2])
    cuda.atomic.min(least, cuda.blockIdx.x, s[t])


@cuda.jit
def whole(a, b, out, total):
    if cuda.grid(1) == 0:
        out[:] = a * b + a
        out[0] = a.max()
        np.add(a[1:3], b[1:3], out[1:3])
        total[0] = a.min()
        total[1] = (a[:8]).sum()


@cuda.jit("void(float16[:], float16, f2[::1])")
def declared(a, x, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] + x


@cuda.jit
def fp16(a, b, out, test):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[i, 0] = cuda.fp16.hadd(x, y) + cuda.fp16.hsub(x, y)
        out[i, 1] = cuda.fp16.hmul(x, y) + cuda.fp16.hdiv(x, y)
        out[i, 2] = cuda.fp16.hfma(x, y, x)
        out[i, 3] = cuda.fp16.hneg(cuda.fp16.habs(x))
        out[i, 4] = cuda.fp16.hfloor(x) + cuda.fp16.hceil(x) + cuda.fp16.hrint(x)
        out[i, 5] = cuda.fp16.htrunc(x) + cuda.fp16.hsqrt(cuda.fp16.habs(x))
        out[i, 6] = cuda.fp16.hmax(x, y)
        out[i, 7] = cuda.fp16.hmin(x, y)
        out[i, 8] = cuda.fp16.hrcp(x)
        test[i, 0] = cuda.fp16.heq(x, y) or cuda.fp16.hgt(x, y)
        test[i, 1] = cuda.fp16.hne(x, y) and cuda.fp16.hle(x, y)
        test[i, 2] = cuda.fp16.hge(x, y) or cuda.fp16.hlt(x, y)


@cuda.jit
def fp16_functions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[i, 0] = cuda.fp16.hsin(x)
        out[i, 1] = cuda.fp16.hcos(x)
        out[i, 2] = cuda.fp16.hlog(x)
        out[i, 3] = cuda.fp16.hlog2(x)
        out[i, 4] = cuda.fp16.hlog10(x)
        out[i, 5] = cuda.fp16.hexp(x)
        out[i, 6] = cuda.fp16.hexp2(x)
        out[i, 7] = cuda.fp16.hexp10(x)
        out[i, 8] = cuda.fp16.hrsqrt(x)
