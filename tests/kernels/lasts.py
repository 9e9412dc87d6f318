# SPDX-License-Identifier: Apache-2.0
"""Loops of which the last round alone says what is there afterwards, by way of
a built-in function of the device's."""
import math

from numba import cuda


@cuda.jit
def one_thread(n, x, out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = math.sqrt(n[0])
        n[0] += 1
        out[1] = math.floor(x[0] * 0.5)
        x[0] += 1
        out[2] = cuda.popc(n[1])
        n[1] += 1


@cuda.jit
def same_place(x, m, out):
    i = cuda.grid(1)
    if m > 0:
        out[cuda.blockIdx.x] = math.fabs(float(x[i] // 64))


@cuda.jit
def counted_down(n, out):
    i = cuda.grid(1)
    if i < out.size:
        bits = 0
        k = n[i]
        while k > 0:
            bits = cuda.popc(k * 5)
            k -= 1
        out[i] = bits


@cuda.jit
def looked_up(n, x, out):
    i = cuda.grid(1)
    if i < out.size:
        v = 0
        for k in range(n):
            v = x[cuda.popc(k + i)] + 1
        out[i] = v


@cuda.jit
def chosen(n, m, out):
    i = cuda.grid(1)
    if i < out.size:
        kind = 0
        for k in range(n):
            if cuda.popc(k + i) > m:
                kind = 1
            else:
                kind = 2
        out[i] = kind


@cuda.jit
def in_place(n, last, sums):
    i = cuda.grid(1)
    if i < last.size:
        for k in range(n):
            c = cuda.popc(k * 37 + i)
            last[i] = c
            sums[i] += c


@cuda.jit
def stops(n, m, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for k in range(n):
            if k > m + i:
                break
            s = cuda.popc(k)
        out[i] = s


@cuda.jit(fastmath=True)
def fast(n, out):
    i = cuda.grid(1)
    if i < out.size:
        s = 0.0
        for k in range(n):
            s = math.sqrt(float(k))
        out[i] = s
