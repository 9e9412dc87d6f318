# SPDX-License-Identifier: Apache-2.0
"""The same work for Numba on the CPU, over prange."""
import math
import os

import numba
import numpy as np
from numba import float32, njit, prange

from work import escape, inside, prices, pull, steps

jit = njit(parallel=True, fastmath=bool(os.environ.get("RIVALS_FASTMATH")))


@jit
def vector_add(x, y, out):
    for i in prange(out.size):
        out[i] = x[i] + y[i]


@jit
def saxpy(a, x, y):
    for i in prange(x.size):
        y[i] = a * x[i] + y[i]


@jit
def block_sum(x, out):
    for b in prange(out.size):
        s = float32(0.0)
        for i in range(b * 256, min(x.size, b * 256 + 256)):
            s += x[i]
        out[b] = s


@jit
def matmul_naive(a, b, c):
    for row in prange(c.shape[0]):
        for col in range(c.shape[1]):
            acc = float32(0.0)
            for k in range(a.shape[1]):
                acc += a[row, k] * b[k, col]
            c[row, col] = acc


@jit
def matmul_naive64(a, b, c):
    for row in prange(c.shape[0]):
        for col in range(c.shape[1]):
            acc = 0.0
            for k in range(a.shape[1]):
                acc += a[row, k] * b[k, col]
            c[row, col] = acc


matmul_tiled = matmul_naive
matmul_tiled64 = matmul_naive64


@jit
def mandelbrot(out, limit):
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            cr = j * 3.0 / out.shape[1] - 2.0
            ci = i * 2.0 / out.shape[0] - 1.0
            out[i, j] = escape(cr, ci, limit)


@jit
def fused_math(x, out):
    for i in prange(x.size):
        v = x[i]
        out[i] = math.sqrt(v * v + 1.0) + math.sin(v) * math.exp(-v)


@jit
def histogram(values, bins):
    parts = np.zeros((numba.get_num_threads(), bins.size), bins.dtype)
    for t in prange(parts.shape[0]):
        n = values.size // parts.shape[0]
        end = values.size if t + 1 == parts.shape[0] else (t + 1) * n
        for i in range(t * n, end):
            parts[t, values[i]] += 1
    for t in range(parts.shape[0]):
        for i in range(bins.size):
            bins[i] += parts[t, i]


@jit
def nbody(x, y, z, ax, ay, az):
    for i in prange(x.size):
        ax[i], ay[i], az[i] = pull(x, y, z, i)


@jit
def saxpy64(a, x, y, out):
    for i in prange(out.size):
        out[i] = a * x[i] + y[i]


@jit
def spmv(data, column, first, x, out):
    for row in prange(out.size):
        total = 0.0
        for i in range(first[row], first[row + 1]):
            total += data[i] * x[column[i]]
        out[row] = total


@jit
def black_scholes(price, strike, years, call, put):
    for i in prange(price.size):
        call[i], put[i] = prices(price[i], strike[i], years[i])


@jit
def transpose(x, out):
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            out[j, i] = x[i, j]


@jit
def jacobi(x, out):
    for i in prange(1, out.shape[0] - 1):
        for j in range(1, out.shape[1] - 1):
            out[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@jit
def gray(rgb, out):
    for y in prange(out.shape[0]):
        for x in range(out.shape[1]):
            out[y, x] = (77 * rgb[y, x, 0] + 150 * rgb[y, x, 1] + 29 * rgb[y, x, 2]) >> 8


@jit
def nested(x, out):
    for i in prange(out.size):
        out[i] = steps(x[i])


@jit
def monte_carlo(first, second, hits, points):
    for i in prange(hits.size):
        hits[i] = inside(first[i], second[i], points)


@jit
def sum32(x, out):
    total = float32(0.0)
    for i in prange(x.size):
        total += x[i]
    out[0] = total
