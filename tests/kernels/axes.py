# SPDX-License-Identifier: Apache-2.0
"""Kernels whose threads lie beside each other in memory along another axis than x, or along more than one."""
from numba import cuda
import numpy as np


@cuda.jit
def rows(x, out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = 2 * x[i, j] + 100 * i + j


@cuda.jit
def cubes(x, out):
    i, j, k = cuda.grid(3)
    if i < out.shape[0] and j < out.shape[1] and k < out.shape[2]:
        out[i, j, k] = x[i, j, k] + 10000 * i + 100 * j + k


@cuda.jit
def steps(out):
    """The extents of the grid are told apart."""
    i, j = cuda.grid(2)
    lines, columns = cuda.gridsize(2)
    for k in range(i, out.shape[0], lines):
        for m in range(j, out.shape[1], columns):
            out[k, m] += columns * k + lines * m + lines


@cuda.jit
def heat(x, out):
    i, j = cuda.grid(2)
    if 0 < i < out.shape[0] - 1 and 0 < j < out.shape[1] - 1:
        out[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]


@cuda.jit
def product(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


@cuda.jit
def turned(x, out):
    """As near along x as along y: the axes stay."""
    i, j = cuda.grid(2)
    if i < out.shape[1] and j < out.shape[0]:
        out[j, i] = x[i, j]


@cuda.jit
def symmetric(x, out):
    """What is added lies along the other axis than two others."""
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = x[i, j] + x[j, i]


@cuda.jit
def counted(x, bins):
    """Threads beside each other along y meet at one place."""
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        cuda.atomic.add(bins, x[i, j], 1 + j)
