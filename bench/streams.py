# SPDX-License-Identifier: Apache-2.0
"""What compare.py measures beside bench/kernels.py, as users would write it."""
from numba import cuda, float32

from work import prices


@cuda.jit
def saxpy64(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


@cuda.jit
def spmv(data, column, first, x, out):
    """A sparse matrix in CSR times a vector: a thread a row."""
    row = cuda.grid(1)
    if row < out.size:
        total = 0.0
        for i in range(first[row], first[row + 1]):
            total += data[i] * x[column[i]]
        out[row] = total


@cuda.jit
def black_scholes(price, strike, years, call, put):
    i = cuda.grid(1)
    if i < price.size:
        call[i], put[i] = prices(price[i], strike[i], years[i])


@cuda.jit
def transpose(x, out):
    tile = cuda.shared.array((16, 17), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    column, row = cuda.grid(2)
    tile[ty, tx] = x[row, column]
    cuda.syncthreads()
    column = cuda.blockIdx.y * 16 + tx
    row = cuda.blockIdx.x * 16 + ty
    out[row, column] = tile[tx, ty]


@cuda.jit
def jacobi(x, out):
    j, i = cuda.grid(2)
    if 0 < i < out.shape[0] - 1 and 0 < j < out.shape[1] - 1:
        out[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])
