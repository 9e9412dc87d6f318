# SPDX-License-Identifier: Apache-2.0
"""The kernels of `portkern demo`."""
from numba import cuda, float32, int32

TILE = 16
BLOCK = 256
BINS = 64


@cuda.jit
def vector_add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


@cuda.jit
def matmul(A, B, C):
    sA = cuda.shared.array((TILE, TILE), dtype=float32)
    sB = cuda.shared.array((TILE, TILE), dtype=float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    acc = float32(0.0)
    for t in range((A.shape[1] + TILE - 1) // TILE):
        k = t * TILE
        sA[ty, tx] = A[row, k + tx] if row < A.shape[0] and k + tx < A.shape[1] else 0
        sB[ty, tx] = B[k + ty, col] if k + ty < B.shape[0] and col < B.shape[1] else 0
        cuda.syncthreads()
        for j in range(TILE):
            acc += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if row < C.shape[0] and col < C.shape[1]:
        C[row, col] = acc


@cuda.jit
def block_sum(x, out):
    buf = cuda.shared.array(BLOCK, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    buf[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    step = BLOCK // 2
    while step > 0:
        if t < step:
            buf[t] += buf[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = buf[0]


@cuda.jit
def histogram(values, bins):
    local = cuda.shared.array(BINS, dtype=int32)
    t = cuda.threadIdx.x
    if t < BINS:
        local[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(local, values[i] % BINS, 1)
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(bins, t, local[t])


@cuda.jit(device=True)
def escape_time(cx, cy, limit):
    z = complex(0.0, 0.0)
    c = complex(cx, cy)
    for i in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return i
    return limit


@cuda.jit
def mandelbrot(out, x0, y0, dx, dy, limit):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = escape_time(x0 + j * dx, y0 + i * dy, limit)


@cuda.jit
def grayscale(image, out):
    j, i = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        r, g, b = image[i, j]
        out[i, j] = int(0.2989 * r + 0.5870 * g + 0.1140 * b)
