# SPDX-License-Identifier: Apache-2.0
"""Shared memory and barriers, in the shapes that break compilers: early
leavers, loops around barriers, barriers in loops in loops."""
from numba import cuda, float32, int32, int64

TILE = 8
N = 128


@cuda.jit
def reverse(x, out):
    buf = cuda.shared.array(N, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    buf[t] = x[i]
    cuda.syncthreads()
    out[i] = buf[cuda.blockDim.x - 1 - t]


@cuda.jit
def tree_sum(x, out):
    buf = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    buf[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            buf[t] += buf[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = buf[0]


@cuda.jit
def early_return(x, out):
    buf = cuda.shared.array(N, int32)
    t = cuda.threadIdx.x
    buf[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        buf[t] = x[i]
    cuda.syncthreads()
    if i >= x.size:
        return
    out[i] = buf[t] + buf[0]


@cuda.jit
def scan(x, out):
    buf = cuda.shared.array((2, N), dtype=int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    src = 0
    buf[0, t] = x[i]
    cuda.syncthreads()
    d = 1
    while d < N:
        dst = 1 - src
        if t >= d:
            buf[dst, t] = buf[src, t] + buf[src, t - d]
        else:
            buf[dst, t] = buf[src, t]
        src = dst
        d *= 2
        cuda.syncthreads()
    out[i] = buf[src, t]


@cuda.jit
def bitonic(x):
    buf = cuda.shared.array(N, dtype=int32)
    t = cuda.threadIdx.x
    base = cuda.blockIdx.x * N
    buf[t] = x[base + t]
    cuda.syncthreads()
    k = 2
    while k <= N:
        j = k // 2
        while j > 0:
            other = t ^ j
            if other > t:
                up = (t & k) == 0
                a, b = buf[t], buf[other]
                if (a > b) == up:
                    buf[t] = b
                    buf[other] = a
            cuda.syncthreads()
            j //= 2
        k *= 2
    x[base + t] = buf[t]


@cuda.jit
def transpose(x, out):
    tile = cuda.shared.array((TILE, TILE + 1), dtype=float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col = cuda.blockIdx.x * TILE + tx
    row = cuda.blockIdx.y * TILE + ty
    if row < x.shape[0] and col < x.shape[1]:
        tile[ty, tx] = x[row, col]
    cuda.syncthreads()
    row2 = cuda.blockIdx.x * TILE + ty
    col2 = cuda.blockIdx.y * TILE + tx
    if row2 < x.shape[1] and col2 < x.shape[0]:
        out[row2, col2] = tile[tx, ty]


@cuda.jit
def stencil_steps(x, out, steps):
    a = cuda.shared.array(N, int64)
    b = cuda.shared.array(N, int64)
    t = cuda.threadIdx.x
    mine = x[cuda.grid(1)]
    a[t] = mine
    cuda.syncthreads()
    for s in range(steps):
        left = a[t - 1] if t > 0 else 0
        right = a[t + 1] if t + 1 < N else 0
        b[t] = left + right - a[t]
        cuda.syncthreads()
        if s % 3 == 2:
            # some lanes skip the rest of this round, after its last barrier
            if t % 2 == 0:
                a[t] = b[t]
                mine += a[t]
        else:
            a[t] = b[t]
        cuda.syncthreads()
        if steps > 6 and s == 6:
            break
    out[cuda.grid(1)] = a[t] + 1000 * mine


@cuda.jit
def dynamic(x, out):
    buf = cuda.shared.array(0, dtype=int32)
    t = cuda.threadIdx.x
    buf[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    total = 0
    for k in range(cuda.blockDim.x):
        total += buf[k] * (k + 1)
    out[cuda.grid(1)] = total


@cuda.jit
def missing_barrier(x, out):
    buf = cuda.shared.array(N, dtype=float32)
    t = cuda.threadIdx.x
    buf[t] = x[t]
    out[t] = buf[cuda.blockDim.x - 1 - t]


@cuda.jit
def uninitialised(out):
    buf = cuda.shared.array(N, dtype=float32)
    t = cuda.threadIdx.x
    if t < 10:
        buf[t] = t
    cuda.syncthreads()
    out[t] = buf[t]


@cuda.jit
def too_much(out):
    buf = cuda.shared.array(10000000, dtype=float32)
    buf[cuda.threadIdx.x] = 0
    out[0] = buf[0]


@cuda.jit
def sized_by_block(x, out):
    rows = cuda.shared.array((cuda.blockDim.x, 2), dtype=float32)
    last = cuda.blockDim.x - 1
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    rows[t, 0] = x[i]
    rows[last - t, 1] = x[i] * 2
    cuda.syncthreads()
    out[i] = rows[last - t, 0] + rows[t, 1] + rows.shape[0]


@cuda.jit
def small_blocks(x, out):
    buf = cuda.shared.array(32, dtype=int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if t < 32:
        buf[t] = x[i]
        cuda.syncthreads()
        out[i] = buf[cuda.blockDim.x - 1 - t]


@cuda.jit
def asks(x):
    s = cuda.shared.array(100, int64)
    t = cuda.shared.array(0, int64)
    i = cuda.threadIdx.x
    s[i] = x[i]
    t[i] = x[i]
    cuda.syncthreads()
    x[i] = s[cuda.blockDim.x - 1 - i] + t[i]


@cuda.jit
def own_view_across(x, out):
    """A view of an own array, chosen before a barrier and read behind it."""
    i = cuda.threadIdx.x
    own = cuda.local.array(4, float32)
    own[0] = 1
    own[1] = i
    own[2] = 2 * i
    own[3] = 5
    if x[i] > 2:
        view = own[1:]
    else:
        view = own[2:]
    cuda.syncthreads()
    out[i] = view[0] + 100 * view[1]


@cuda.jit
def rounds_that_end(x, n, out):
    """Loops of few rounds that end before the last one."""
    t = cuda.threadIdx.x
    s = cuda.shared.array(64, int64)
    s[t] = x[t]
    for k in range(8):
        cuda.syncthreads()
        v = s[(t + 1) % 64]
        cuda.syncthreads()
        if k == n:
            break
        s[t] = v + k
        if k == 5:
            break
    out[t] = s[t]


@cuda.jit(device=True)
def first_round(s, t):
    for k in range(3):
        cuda.syncthreads()
        return s[63 - t] + k
    return 5


@cuda.jit
def rounds_that_return(x, out):
    """Only the first round of a loop is run."""
    t = cuda.threadIdx.x
    s = cuda.shared.array(64, int64)
    s[t] = x[t]
    out[t] = first_round(s, t)


@cuda.jit
def counted_in_chunks(values, bins, limit):
    """A guard inside a loop that asks for the loop's round, and for what is the same in all of them."""
    own = cuda.shared.array(32, dtype=int32)
    t = cuda.threadIdx.x
    own[t] = 0
    cuda.syncthreads()
    first = cuda.blockIdx.x * cuda.blockDim.x * 4 + t
    for k in range(4):
        i = first + k * cuda.blockDim.x
        if i < values.size and t < limit:
            cuda.atomic.add(own, values[i], 1)
    cuda.syncthreads()
    for k in range(2):
        for m in range(3):
            if t < 30 and t + k < 20 and k + m < 3:
                cuda.atomic.add(bins, t, own[t] * (k + 1))
