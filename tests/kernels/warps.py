# SPDX-License-Identifier: Apache-2.0
"""Lanes of a warp: shuffles, votes, matches, also where some lanes are off."""
from numba import cuda
import numpy as np

FULL = 0xFFFFFFFF


@cuda.jit
def shuffles(x, out):
    i = cuda.grid(1)
    v = x[i]
    lane = i % 32
    out[0, i] = cuda.shfl_sync(FULL, v, 5)
    out[1, i] = cuda.shfl_sync(FULL, v, 31 - lane)
    out[2, i] = cuda.shfl_up_sync(FULL, v, 3)
    out[3, i] = cuda.shfl_down_sync(FULL, v, 7)
    out[4, i] = cuda.shfl_xor_sync(FULL, v, 16)
    out[5, i] = cuda.shfl_sync(FULL, v, 40)


@cuda.jit
def reduce_warp(x, out):
    i = cuda.grid(1)
    v = x[i]
    delta = 16
    while delta > 0:
        v += cuda.shfl_down_sync(FULL, v, delta)
        delta //= 2
    if cuda.laneid == 0:
        out[i // cuda.warpsize] = v


@cuda.jit
def half_warp(x, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    if lane < 16:
        out[i] = cuda.shfl_xor_sync(0xFFFF, v, 1)
    elif lane < 24:
        out[i] = cuda.shfl_down_sync(0xFF0000, v, 2)
    else:
        out[i] = -cuda.shfl_sync(0xFF000000, v, 24)


@cuda.jit
def first_warp(x, out):
    t = cuda.threadIdx.x
    tile = cuda.shared.array(1024, np.int32)
    tile[t] = x[t]
    cuda.syncthreads()
    if t < 32:
        v = tile[t]
        for k in range(t + 32, cuda.blockDim.x, 32):
            v += tile[k]
        for step in (16, 8, 4, 2, 1):
            v += cuda.shfl_xor_sync(FULL, v, step)
        out[t] = v


@cuda.jit
def votes(x, out):
    i = cuda.grid(1)
    p = x[i] > 0
    out[0, i] = cuda.all_sync(FULL, p)
    out[1, i] = cuda.any_sync(FULL, p)
    out[2, i] = cuda.eq_sync(FULL, p)
    out[3, i] = cuda.ballot_sync(FULL, p)
    out[4, i] = cuda.all_sync(FULL, x[i])


@cuda.jit
def votes_of_some(x, out):
    i = cuda.grid(1)
    lane = cuda.laneid
    if lane % 3 == 0:
        mask = cuda.ballot_sync(0x49249249, x[i] > 0)
        out[i] = mask
        if cuda.any_sync(0x49249249, x[i] > 8):
            out[i] += 1
    else:
        out[i] = cuda.popc(cuda.ballot_sync(0xB6DB6DB6, x[i] < 0))


@cuda.jit
def leaving(x, out):
    """Lanes leave a loop one after the other."""
    i = cuda.grid(1)
    lane = cuda.laneid
    mask = np.uint32(FULL)
    n = 0
    while True:
        mask = np.uint32(cuda.ballot_sync(mask, n < x[i]))
        if n >= x[i]:
            break
        out[i] += cuda.popc(mask)
        n += 1
    out[i] += 1000 * lane


@cuda.jit
def matches(x, same, everyone, agree):
    i = cuda.grid(1)
    same[i] = cuda.match_any_sync(FULL, x[i])
    mask, truth = cuda.match_all_sync(FULL, x[i])
    everyone[i] = mask
    agree[i] = truth


@cuda.jit
def lanes(out):
    i = cuda.grid(1)
    out[0, i] = cuda.laneid
    out[1, i] = cuda.lanemask_lt()
    out[2, i] = cuda.activemask()
    out[3, i] = cuda.warpsize


@cuda.jit
def lanes_2d(out):
    i, j = cuda.grid(2)
    out[j, i] = cuda.laneid


@cuda.jit
def exchange(x, out):
    """Neighbours through shared memory, a warp for itself."""
    tile = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    for k in range(3):
        tile[t] = x[t] + k
        cuda.syncwarp()
        v = tile[t ^ 1]
        cuda.syncwarp(FULL)
        out[k, t] = v


@cuda.jit
def aggregate(x, counter, out):
    """One atomic for all lanes that have something."""
    i = cuda.grid(1)
    lane = cuda.laneid
    has = x[i] > 0
    mask = np.uint32(cuda.ballot_sync(FULL, has))
    if has:
        leader = cuda.ffs(mask) - 1
        start = np.int32(0)
        if lane == leader:
            start = cuda.atomic.add(counter, 0, np.int32(cuda.popc(mask)))
        start = cuda.shfl_sync(mask, start, leader)
        rank = cuda.popc(mask & cuda.lanemask_lt())
        out[start + rank] = x[i]


@cuda.jit
def wrong_mask(x, out):
    i = cuda.grid(1)
    if i < 10:
        out[i] = cuda.shfl_sync(FULL, x[i], 0)


@cuda.jit
def not_named(x, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_sync(0xFFFF, x[i], 0)


@cuda.jit
def masks_differ(x, out):
    i = cuda.grid(1)
    out[i] = cuda.shfl_sync(FULL >> (i % 2), x[i], 0)
