# SPDX-License-Identifier: Apache-2.0
"""Votes of a block, fences, clocks, the grid together."""
from numba import cuda
import numpy as np


@cuda.jit
def block_votes(x, out):
    i = cuda.grid(1)
    out[0, i] = cuda.syncthreads_count(int(x[i] > 0))
    out[1, i] = cuda.syncthreads_and(x[i])
    out[2, i] = cuda.syncthreads_or(x[i] & 1)


@cuda.jit
def votes_in_loop(x, out):
    """Every thread goes on until no thread of the block has to."""
    i = cuda.grid(1)
    n = x[i]
    rounds = 0
    while cuda.syncthreads_or(n > 1):
        if n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        rounds += 1
    out[i] = rounds


@cuda.jit
def votes_of_those_left(x, out):
    i = cuda.grid(1)
    if x[i] < 0:
        return
    out[i] = cuda.syncthreads_count(x[i] > 2)


@cuda.jit
def last_block_adds(x, parts, count, out):
    """The block that comes last adds what all of them left."""
    tile = cuda.shared.array(64, np.float64)
    last = cuda.shared.array(1, np.int32)
    t = cuda.threadIdx.x
    tile[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    if t == 0:
        s = 0.0
        for k in range(64):
            s += tile[k]
        parts[cuda.blockIdx.x] = s
        cuda.threadfence()
        last[0] = cuda.atomic.add(count, 0, 1) == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0] != 0 and t == 0:
        s = 0.0
        for k in range(cuda.gridDim.x):
            s += parts[k]
        out[0] = s


@cuda.jit
def fences(x, out):
    i = cuda.grid(1)
    out[i] = x[i]
    cuda.threadfence_block()
    out[i] += 1
    cuda.threadfence()
    out[i] += 1
    cuda.threadfence_system()
    cuda.nanosleep(20)
    out[i] += 1


@cuda.jit
def clocks(out):
    i = cuda.grid(1)
    a = cuda.clock64()
    n = cuda.globaltimer()
    c = cuda.clock()
    for k in range(100):
        out[i] += k
    out[i] += 1 if cuda.clock64() > a else 0
    out[i] += 1 if cuda.globaltimer() >= n else 0
    out[i] += 1 if cuda.clock() != c else 0


@cuda.jit
def diffuse(x, y, steps):
    """Each step reads what other blocks wrote in the one before."""
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    n = x.size
    for k in range(steps):
        y[i] = x[i - 1] + x[(i + 1) % n]
        g.sync()
        x[i] = y[i] % 1000
        g.sync()


@cuda.jit
def left_alone(x):
    if cuda.blockIdx.x < 2:
        cuda.cg.this_grid().sync()
    x[cuda.grid(1)] = 1


@cuda.jit
def too_early(x, y):
    """Reads what another block writes with no barrier of the grid between."""
    i = cuda.grid(1)
    x[i] = i
    y[i] = x[i - cuda.blockDim.x]
    cuda.cg.this_grid().sync()


@cuda.jit
def not_fenced(x, count, out):
    i = cuda.grid(1)
    x[i] = i
    if cuda.atomic.add(count, 0, 1) == x.size - 1:
        out[0] = x[0] + x[i]


@cuda.jit
def lanes_race(x, out):
    """syncwarp orders a warp, not the block."""
    t = cuda.threadIdx.x
    tile = cuda.shared.array(64, np.int64)
    tile[t] = x[t]
    cuda.syncwarp()
    out[t] = tile[63 - t]


@cuda.jit
def rounds_of_a_grid(x, y, sums, steps):
    """Shared and local arrays, numbers and flags live on across the grid's
    barriers, in loops that count down, go on early and end early."""
    g = cuda.cg.this_grid()
    tile = cuda.shared.array(32, np.int64)
    mine = cuda.local.array(3, np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = x.size
    tile[t] = 0
    for k in range(3):
        mine[k] = i + k
    odd = i % 2 == 1
    total = 0
    for k in range(steps, 0, -2):
        for h in range(k % 3 + 1):
            y[i] = x[(i + h + 1) % n] + mine[h]
            g.sync()
            if h == 1:
                continue
            x[i] = y[n - 1 - i] % 997
            tile[t] += x[i]
            g.sync()
        if odd:
            total += tile[31 - t]
        cuda.syncthreads()
        if k < 4:
            break
    g.sync()
    sums[i] = total + tile[t] + mine[2]


@cuda.jit
def until_all_agree(x, changed):
    """The largest number goes round until nothing changes any more: how often
    is read from memory."""
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    n = x.size
    step = 1
    for k in range(changed.size):
        here = x[i]
        other = x[(i + step) % n]
        g.sync()
        if other > here:
            x[i] = other
            changed[k] = 1
        g.sync()
        if changed[k] == 0:
            break
        step *= 2


@cuda.jit
def warps_and_grid(x, parts, out):
    """The sum of each warp, then of all: lanes, blocks and the grid."""
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    v = x[i]
    for d in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xffffffff, v, d)
    if cuda.laneid == 0:
        parts[i // 32] = v
    g.sync()
    s = 0
    for k in range(parts.size):
        s += parts[k]
    g.sync()
    parts[i // 32] = 0
    g.sync()
    out[i] = s + parts[0] + cuda.syncthreads_count(cuda.laneid == 0 and v > 0)


@cuda.jit
def rows_of_a_grid(a, b):
    """Blocks and threads in three dimensions; a device function syncs."""
    x, y, z = cuda.grid(3)
    a[z, y, x] = x + 10 * y + 100 * z
    meet()
    b[z, y, x] = a[a.shape[0] - 1 - z, a.shape[1] - 1 - y, a.shape[2] - 1 - x]


@cuda.jit(device=True)
def meet():
    cuda.cg.this_grid().sync()


@cuda.jit
def some_are_done(x, y):
    """Threads that have returned are not waited for, in any block."""
    i = cuda.grid(1)
    if cuda.threadIdx.x >= 20:
        return
    y[i] = x[i] + 1
    cuda.cg.this_grid().sync()
    if i % 3 == 0:
        return
    x[i] = y[(i + 32) % x.size]
