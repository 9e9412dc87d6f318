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
