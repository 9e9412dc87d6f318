# SPDX-License-Identifier: Apache-2.0
"""What bench/rows.py measures: kernels whose threads along y have work in common."""
import math

import numpy as np
import portkern.as_numba  # noqa: F401  what the kernels import as numba is portkern
from kernels import matmul_naive as product32
from kernels import matmul_tiled as tiled32  # noqa: F401
from portkern import cuda
from streams import matmul_naive64 as product64
from streams import matmul_tiled64 as tiled64  # noqa: F401

product32_fastmath, product64_fastmath = (cuda.jit(fastmath=True)(kernel.py_func) for kernel in (product32, product64))


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
