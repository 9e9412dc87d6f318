# SPDX-License-Identifier: Apache-2.0
"""What bench/rows.py measures: kernels whose threads along y have work in common."""
import math

import numpy as np
from portkern import cuda

TILE = 16


@cuda.jit
def product32(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit(fastmath=True)
def product32_fastmath(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def product64(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = 0.0
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit(fastmath=True)
def product64_fastmath(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = 0.0
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def swapped32(a, b, c):
    """Neighbours in a block are in a column."""
    y, x = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def tiled32(a, b, c):
    near_a, near_b = cuda.shared.array((TILE, TILE), np.float32), cuda.shared.array((TILE, TILE), np.float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.grid(2)
    s = np.float32(0)
    for t in range(a.shape[1] // TILE):
        near_a[ty, tx] = a[y, t * TILE + tx]
        near_b[ty, tx] = b[t * TILE + ty, x]
        cuda.syncthreads()
        for k in range(TILE):
            s += near_a[ty, k] * near_b[k, tx]
        cuda.syncthreads()
    c[y, x] = s


@cuda.jit
def distances(a, b, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        s = 0.0
        for k in range(a.shape[1]):
            d = a[x, k] - b[y, k]
            s += d * d
        out[y, x] = math.sqrt(s)


@cuda.jit
def convolution(image, weights, out):
    """Rows have nothing in common along x: one at a time."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        s = np.float32(0)
        for i in range(weights.shape[0]):
            for j in range(weights.shape[1]):
                s += weights[i, j] * image[y + i, x + j]
        out[y, x] = s
