# SPDX-License-Identifier: Apache-2.0
"""Kernels of a bundle."""
from numba import cuda, int64


@cuda.jit
def axpy(x, y, out, a=2):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


class Sums:
    @staticmethod
    @cuda.jit("void(int64[::1], int64[::1])")
    def of_blocks(x, out):
        part = cuda.shared.array(cuda.blockDim.x, int64)
        i = cuda.grid(1)
        part[cuda.threadIdx.x] = x[i] if i < x.size else 0
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            total = 0
            for k in range(cuda.blockDim.x):
                total += part[k]
            out[cuda.blockIdx.x] = total


@cuda.jit
def raises(v):
    if cuda.grid(1) == 0:
        raise ValueError(f"{v} of {cuda.blockDim.x} is wrong")


@cuda.jit
def doubled(x, out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = 2 * x[i, j]
