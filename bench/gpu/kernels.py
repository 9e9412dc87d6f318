# SPDX-License-Identifier: Apache-2.0
"""What scripts/gpu-check measures on a GPU, as users would write it. portkern
and numba-cuda compile this file; twins.cu is the same in CUDA C."""
import math

from numba import cuda, float32, int32

TILE = 16
BINS = 256
BODIES = 256


@cuda.jit
def empty(x):
    pass


@cuda.jit
def vector_add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def transpose(x, out):
    tile = cuda.shared.array((TILE, TILE + 1), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    tile[ty, tx] = x[row, col]
    cuda.syncthreads()
    out[cuda.blockIdx.x * TILE + ty, cuda.blockIdx.y * TILE + tx] = tile[tx, ty]


@cuda.jit
def block_sum(x, out):
    part = cuda.shared.array(256, dtype=float32)
    t = cuda.threadIdx.x
    total = float32(0.0)
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        total += x[i]
    part[t] = total
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            part[t] += part[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


@cuda.jit
def histogram(values, bins):
    own = cuda.shared.array(BINS, dtype=int32)
    t = cuda.threadIdx.x
    own[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(own, values[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(bins, t, own[t])


@cuda.jit
def matmul_naive(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = float32(0.0)
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total


@cuda.jit
def matmul_tiled(a, b, c):
    sa = cuda.shared.array((TILE, TILE), dtype=float32)
    sb = cuda.shared.array((TILE, TILE), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    total = float32(0.0)
    for t in range(a.shape[1] // TILE):
        sa[ty, tx] = a[row, t * TILE + tx]
        sb[ty, tx] = b[t * TILE + ty, col]
        cuda.syncthreads()
        for k in range(TILE):
            total += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[row, col] = total


@cuda.jit
def stencil(x, out):
    j, i = cuda.grid(2)
    if 0 < i < x.shape[0] - 1 and 0 < j < x.shape[1] - 1:
        out[i, j] = float32(0.25) * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@cuda.jit
def mandelbrot_f32(left, bottom, step, limit, out):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        cr = left + float32(j) * step
        ci = bottom + float32(i) * step
        zr = float32(0.0)
        zi = float32(0.0)
        n = 0
        while n < limit and zr * zr + zi * zi <= float32(4.0):
            zr, zi = zr * zr - zi * zi + cr, float32(2.0) * zr * zi + ci
            n += 1
        out[i, j] = n


@cuda.jit
def mandelbrot_f64(left, bottom, step, limit, out):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        cr = left + j * step
        ci = bottom + i * step
        zr = 0.0
        zi = 0.0
        n = 0
        while n < limit and zr * zr + zi * zi <= 4.0:
            zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
            n += 1
        out[i, j] = n


@cuda.jit
def nbody(x, y, z, ax, ay, az):
    sx = cuda.shared.array(BODIES, dtype=float32)
    sy = cuda.shared.array(BODIES, dtype=float32)
    sz = cuda.shared.array(BODIES, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    px = x[i]
    py = y[i]
    pz = z[i]
    fx = float32(0.0)
    fy = float32(0.0)
    fz = float32(0.0)
    for base in range(0, x.size, BODIES):
        sx[t] = x[base + t]
        sy[t] = y[base + t]
        sz[t] = z[base + t]
        cuda.syncthreads()
        for k in range(BODIES):
            dx = sx[k] - px
            dy = sy[k] - py
            dz = sz[k] - pz
            d = dx * dx + dy * dy + dz * dz + float32(0.01)
            w = float32(1.0) / (d * math.sqrt(d))
            fx += dx * w
            fy += dy * w
            fz += dz * w
        cuda.syncthreads()
    ax[i] = fx
    ay[i] = fy
    az[i] = fz


@cuda.jit(device=True)
def normal_cdf(d):
    k = float32(1.0) / (float32(1.0) + float32(0.2316419) * abs(d))
    tail = float32(1.330274429)
    tail = tail * k + float32(-1.821255978)
    tail = tail * k + float32(1.781477937)
    tail = tail * k + float32(-0.356563782)
    tail = tail * k + float32(0.31938153)
    tail = float32(0.39894228) * math.exp(float32(-0.5) * d * d) * (tail * k)
    return float32(1.0) - tail if d > float32(0.0) else tail


@cuda.jit
def black_scholes(price, strike, years, rate, volatility, call, put):
    i = cuda.grid(1)
    if i < price.size:
        root = math.sqrt(years[i])
        d1 = (math.log(price[i] / strike[i])
              + (rate + float32(0.5) * volatility * volatility) * years[i]) / (volatility * root)
        d2 = d1 - volatility * root
        left = strike[i] * math.exp(-rate * years[i])
        one = float32(1.0)
        call[i] = price[i] * normal_cdf(d1) - left * normal_cdf(d2)
        put[i] = left * (one - normal_cdf(d2)) - price[i] * (one - normal_cdf(d1))


# Those below are compared as machine code only (bench/ptx_code.py).


@cuda.jit
def warp_sum(x, out):
    """The sum of each warp's numbers."""
    i = cuda.grid(1)
    total = x[i] if i < x.size else float32(0.0)
    offset = 16
    while offset > 0:
        total += cuda.shfl_down_sync(0xffffffff, total, offset)
        offset //= 2
    if cuda.laneid == 0:
        out[i // 32] = total


@cuda.jit
def block_scan(x, out):
    """Running sums within each block (Hillis and Steele)."""
    part = cuda.shared.array(256, dtype=int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    step = 1
    while step < 256:
        other = part[t - step] if t >= step else 0
        cuda.syncthreads()
        part[t] += other
        cuda.syncthreads()
        step *= 2
    if i < out.size:
        out[i] = part[t]


@cuda.jit
def spmv_ell(data, column, x, out):
    """A sparse matrix times a vector: 16 numbers in each row, row by row."""
    row = cuda.grid(1)
    if row < out.size:
        total = float32(0.0)
        for k in range(16):
            total += data[k * out.size + row] * x[column[k * out.size + row]]
        out[row] = total


@cuda.jit
def axpby(a, b, x, y, out):
    """As many threads as there are; each goes on by all of them."""
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = a * x[i] + b * y[i]


@cuda.jit
def conv1d(x, taps, out):
    i = cuda.grid(1)
    if i + 9 <= x.size:
        total = float32(0.0)
        for k in range(9):
            total += taps[k] * x[i + k]
        out[i] = total


@cuda.jit
def life(cells, out):
    """A generation of Conway's game; outside nobody lives."""
    j, i = cuda.grid(2)
    rows, columns = cells.shape
    if i < rows and j < columns:
        near = 0
        for di in range(-1, 2):
            for dj in range(-1, 2):
                y = i + di
                x = j + dj
                if (di != 0 or dj != 0) and 0 <= y < rows and 0 <= x < columns:
                    near += cells[y, x]
        out[i, j] = 1 if near == 3 or (near == 2 and cells[i, j] == 1) else 0


@cuda.jit
def bitonic_step(size, distance, x):
    i = cuda.grid(1)
    other = i ^ distance
    if other > i and other < x.size:
        a, b = x[i], x[other]
        if (a > b) == (i & size == 0):
            x[i] = b
            x[other] = a


@cuda.jit
def column_sums(x, out):
    column = cuda.grid(1)
    if column < x.shape[1]:
        total = float32(0.0)
        for row in range(x.shape[0]):
            total += x[row, column]
        out[column] = total


@cuda.jit
def gather(x, index, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[index[i]]


@cuda.jit
def horner(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i] = ((((0.5 * v + 0.25) * v - 1.5) * v + 2.0) * v - 0.125) * v + 3.0
