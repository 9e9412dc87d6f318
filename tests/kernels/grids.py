# SPDX-License-Identifier: Apache-2.0
"""Where a thread is, in one to three dimensions, by every spelling."""
import numba
from numba import cuda as gpu
from numba import cuda
import numba.cuda


@gpu.jit
def where(out):
    x, y, z = gpu.grid(3)
    if x < out.shape[0] and y < out.shape[1] and z < out.shape[2]:
        out[x, y, z, 0] = cuda.threadIdx.x + 100 * cuda.blockIdx.x
        out[x, y, z, 1] = cuda.threadIdx.y + 100 * cuda.blockIdx.y
        out[x, y, z, 2] = cuda.threadIdx.z + 100 * cuda.blockIdx.z
        out[x, y, z, 3] = cuda.blockDim.x * 10000 + cuda.blockDim.y * 100 + cuda.blockDim.z
        out[x, y, z, 4] = cuda.gridDim.x * 10000 + cuda.gridDim.y * 100 + cuda.gridDim.z
        sx, sy, sz = cuda.gridsize(3)
        out[x, y, z, 5] = sx * 10000 + sy * 100 + sz


@numba.cuda.jit
def dotted(out):
    i = numba.cuda.grid(1)
    if i < out.size:
        out[i] = i


@cuda.jit
def stride(x, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] = 2 * x[i]


@cuda.jit
def columns(x, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        out[j, i] = x[i, j]


@cuda.jit
def unused_axes(out):
    # every thread of a 3-d block runs although only x is asked for
    cuda.atomic.add(out, cuda.threadIdx.x, 1)
