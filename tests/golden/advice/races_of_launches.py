"""Races that only the block and the grid of a launch show, and near them what
is right."""
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def two_rows(a, out):  # the rows are told apart by a variable
    s = cuda.shared.array((2, 64), float32)
    t = cuda.threadIdx.x
    now = 0
    s[now, t] = a[t]
    for k in range(3):
        s[1 - now, t] = s[now, (t + 1) % 64]
        now = 1 - now
    out[t] = s[now, t]


@cuda.jit
def two_rows_right(a, out):
    s = cuda.shared.array((2, 64), float32)
    t = cuda.threadIdx.x
    now = 0
    s[now, t] = a[t]
    cuda.syncthreads()
    for k in range(3):
        s[1 - now, t] = s[now, (t + 1) % 64]
        now = 1 - now
        cuda.syncthreads()
    out[t] = s[now, t]


@cuda.jit
def in_place(a):
    i = cuda.grid(1)
    if i + 1 < a.size:
        a[i] = a[i + 1] * float32(0.5)


@cuda.jit
def sum_of_blocks(a, out):  # one thread of each block, and there are many
    s = cuda.shared.array(1, float32)
    if cuda.threadIdx.x == 0:
        s[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, 0, a[cuda.grid(1)])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[0] += s[0]


@cuda.jit
def last_value(a, out):
    if cuda.threadIdx.x == 0:
        out[0] = a[cuda.blockIdx.x]


@cuda.jit
def bins(a, out):  # whichever bin it is, another thread sets it to 0
    s = cuda.shared.array(16, int32)
    t = cuda.threadIdx.x
    if t < 16:
        s[t] = 0
    cuda.atomic.add(s, int32(a[cuda.grid(1)]) % 16, 1)
    cuda.syncthreads()
    if t < 16:
        cuda.atomic.add(out, t, s[t])


@cuda.jit
def last_block(a, parts, count, out):
    last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        parts[cuda.blockIdx.x] = a[cuda.grid(1)]
        last[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if last[0] == cuda.gridDim.x - 1 and t == 0:
        for k in range(cuda.gridDim.x):
            out[0] += parts[k]


@cuda.jit
def last_block_right(a, parts, count, out):
    last = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        parts[cuda.blockIdx.x] = a[cuda.grid(1)]
        cuda.threadfence()
        last[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if last[0] == cuda.gridDim.x - 1 and t == 0:
        for k in range(cuda.gridDim.x):
            out[0] += parts[k]


@cuda.jit(device=True)
def neighbour(s, t):
    return s[t ^ 1]


@cuda.jit
def by_a_function(a, out):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    out[t] = neighbour(s, t)


@cuda.jit
def halves(a, out):  # the first warp only: no other thread reads what it has
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    if t < 32:
        s[t] += a[t + 32]
        cuda.syncwarp()
        out[t] = s[t ^ 1]


x = np.zeros(1024, np.float32)
n = np.zeros(16, np.int32)
two_rows[1, 64](x, x)
two_rows_right[1, 64](x, x)
in_place[4, 256](x)
sum_of_blocks[4, 256](x, x)
last_value[4, 256](x, x)
bins[4, 256](x, n)
last_block[4, 256](x, x, n, x)
last_block_right[4, 256](x, x, n, x)
by_a_function[1, 64](x, x)
halves[1, 64](x, x)
