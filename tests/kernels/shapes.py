# SPDX-License-Identifier: Apache-2.0
"""Kernels to whose threads the shape of their blocks does not show, and some to which it does."""
from numba import cuda
import numpy as np


@cuda.jit
def places(out):
    """Each thread of the grid once, those without an element left out."""
    x, y, z = cuda.grid(3)
    if z < out.shape[0] and y < out.shape[1] and x < out.shape[2]:
        out[z, y, x] += 10000 * z + 100 * y + x + 1


@cuda.jit
def all_of_the_grid(out, sizes):
    """No element is left out: the grid is as large as the array."""
    x, y = cuda.grid(2)
    out[y, x] += 1
    if x == 0 and y == 0:
        sizes[0], sizes[1] = cuda.gridsize(2)


@cuda.jit
def strides(out):
    x, y = cuda.grid(2)
    columns, rows = cuda.gridsize(2)
    for i in range(y, out.shape[0], rows):
        for k in range(x, out.shape[1], columns):
            out[i, k] += columns * i + rows * k


@cuda.jit
def one_axis(out):
    """Threads along y do the same again."""
    i = cuda.grid(1)
    if i < out.size:
        cuda.atomic.add(out, i, 1)


@cuda.jit
def longest(x, out):
    """Neighbours leave their loops at different times."""
    i, k = cuda.grid(2)
    if k < x.shape[0] and i < x.shape[1]:
        n = x[k, i]
        rounds = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            rounds += 1
        out[k, i] = rounds


@cuda.jit
def product(a, b, c):
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def place_and_thread(out):
    """The place in the grid, and the one in the block."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = 1000 * cuda.threadIdx.x + 10 * cuda.blockIdx.y + cuda.blockDim.x


@cuda.jit
def first_of_block(out):
    """The place of the block's first thread is used alone."""
    start = cuda.blockIdx.x * cuda.blockDim.x
    i = start + cuda.threadIdx.x
    if i < out.size:
        out[i] = start
