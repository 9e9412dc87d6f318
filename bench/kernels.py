# SPDX-License-Identifier: Apache-2.0
"""What bench/cpu.py and launches.c measure, as users would write it."""
import math

from numba import cuda, float32, int32, uint32

from work import escape, pull

TILE = 16


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
def block_sum(x, out):
    buf = cuda.shared.array(256, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    buf[t] = x[i] if i < x.size else float32(0.0)
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            buf[t] += buf[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = buf[0]


@cuda.jit
def matmul_tiled(a, b, c):
    sa = cuda.shared.array((TILE, TILE), dtype=float32)
    sb = cuda.shared.array((TILE, TILE), dtype=float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    acc = float32(0.0)
    for t in range(a.shape[1] // TILE):
        sa[ty, tx] = a[row, t * TILE + tx]
        sb[ty, tx] = b[t * TILE + ty, col]
        cuda.syncthreads()
        for k in range(TILE):
            acc += sa[ty, k] * sb[k, tx]
        cuda.syncthreads()
    c[row, col] = acc


@cuda.jit
def matmul_naive(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        acc = float32(0.0)
        for k in range(a.shape[1]):
            acc += a[row, k] * b[k, col]
        c[row, col] = acc


@cuda.jit
def mandelbrot(out, limit):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        cr = j * 3.0 / out.shape[1] - 2.0
        ci = i * 2.0 / out.shape[0] - 1.0
        out[i, j] = escape(cr, ci, limit)


@cuda.jit
def fused_math(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i] = math.sqrt(v * v + 1.0) + math.sin(v) * math.exp(-v)


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)


@cuda.jit
def histogram_shared(values, bins):
    """Each block counts in shared memory, eight numbers a thread."""
    own = cuda.shared.array(256, dtype=int32)
    t = cuda.threadIdx.x
    own[t] = 0
    cuda.syncthreads()
    first = cuda.blockIdx.x * cuda.blockDim.x * 8 + t
    for k in range(8):
        i = first + k * cuda.blockDim.x
        if i < values.size:
            cuda.atomic.add(own, values[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(bins, t, own[t])


@cuda.jit
def block_votes(values, out):
    """How many votes of the block it takes to find its largest number."""
    v = values[cuda.grid(1)]
    low, high, n = 0, 65536, 0
    while high - low > 1:
        middle = (low + high) // 2
        if cuda.syncthreads_or(v >= middle):
            low = middle
        else:
            high = middle
        n += cuda.syncthreads_count(v == low)
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = low + n


@cuda.jit
def warp_sum(x, out):
    """The sum of each warp by shuffles, its lane 0 stores it."""
    i = cuda.grid(1)
    v = x[i]
    for step in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xffffffff, v, step)
    if cuda.laneid == 0:
        out[i // 32] = v


@cuda.jit
def warp_scan(x, out):
    """Running sums within each warp."""
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    for step in (1, 2, 4, 8, 16):
        below = cuda.shfl_up_sync(0xffffffff, v, step)
        if lane >= step:
            v += below
    out[i] = v


@cuda.jit
def warp_pack(values, out, count):
    """Odd numbers in a row: a ballot tells each lane its place."""
    i = cuda.grid(1)
    v = values[i]
    odd = v % 2 == 1
    mask = cuda.ballot_sync(0xffffffff, odd)
    if odd:
        place = cuda.popc(uint32(mask) & cuda.lanemask_lt())
        out[i // 32 * 32 + place] = v
    if cuda.laneid == 0:
        count[i // 32] = cuda.popc(uint32(mask))


@cuda.jit
def warp_match(values, bins):
    """A histogram in which equal numbers of a warp are added at once."""
    v = values[cuda.grid(1)]
    mask = uint32(cuda.match_any_sync(0xffffffff, v))
    if mask & cuda.lanemask_lt() == 0:
        cuda.atomic.add(bins, v, cuda.popc(mask))


@cuda.jit
def grid_steps(x, y, steps):
    """A diffusion: the whole grid meets twice a step."""
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    last = x.size - 1
    for _ in range(steps):
        y[i] = float32(0.25) * (x[max(i - 1, 0)] + x[min(i + 1, last)]) + float32(0.5) * x[i]
        g.sync()
        x[i] = y[i]
        g.sync()


@cuda.jit
def nbody(x, y, z, ax, ay, az):
    i = cuda.grid(1)
    if i < x.size:
        ax[i], ay[i], az[i] = pull(x, y, z, i)


@cuda.jit
def nothing():
    pass


@cuda.jit
def nothing_of_one(a):
    pass


@cuda.jit
def nothing_of_two(a, b):
    pass


@cuda.jit
def nothing_of_four(x, y, out, a):
    pass


@cuda.jit
def nothing_of_eight(a, b, c, d, e, f, g, h):
    pass


@cuda.jit
def nothing_of_sixteen(a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q):
    pass
