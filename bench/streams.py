# SPDX-License-Identifier: Apache-2.0
"""What cpu.py measures beside bench/kernels.py, as users would write it."""
from numba import cuda, float32, float64, njit, prange

from work import inside, prices, steps


@cuda.jit
def saxpy64(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


@cuda.jit
def saxpy_rows(a, x, y):
    """Over two axes, for shapes.py."""
    column, row = cuda.grid(2)
    if row < x.shape[0] and column < x.shape[1]:
        y[row, column] = a * x[row, column] + y[row, column]


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


@cuda.jit
def matmul_naive64(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        acc = 0.0
        for k in range(a.shape[1]):
            acc += a[row, k] * b[k, col]
        c[row, col] = acc


@cuda.jit
def matmul_tiled64(a, b, c):
    sa = cuda.shared.array((16, 16), dtype=float64)
    sb = cuda.shared.array((16, 16), dtype=float64)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    acc = 0.0
    for t in range(a.shape[1] // 16):
        sa[ty, tx] = a[row, t * 16 + tx]
        sb[ty, tx] = b[t * 16 + ty, col]
        cuda.syncthreads()
        for k in range(16):
            acc += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[row, col] = acc


@cuda.jit
def gray(rgb, out):
    """A picture's brightness."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = (77 * rgb[y, x, 0] + 150 * rgb[y, x, 1] + 29 * rgb[y, x, 2]) >> 8


@cuda.jit
def nested(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = steps(x[i])


@cuda.jit
def monte_carlo(first, second, hits, points):
    """How many of random points of the unit square lie in the quarter of a circle."""
    i = cuda.grid(1)
    if i < hits.size:
        hits[i] = inside(first[i], second[i], points)


@njit(parallel=True)
def sum32(x, out):
    """A function of the host, since kernels have blocks of sums (block_sum)."""
    total = float32(0.0)
    for i in prange(x.size):
        total += x[i]
    out[0] = total
