# SPDX-License-Identifier: Apache-2.0
"""What lanes do together in blocks of any size, in code that some of them skip or leave."""
from numba import cuda
import numpy as np

FULL = 0xFFFFFFFF


@cuda.jit(device=True)
def warp_sum(v):
    for delta in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(cuda.activemask(), v, delta)
    return v


@cuda.jit
def scan(x, out):
    """Inclusive sums within each warp, of which the last may be partial."""
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i]
    delta = 1
    while delta < 32:
        left = cuda.shfl_up_sync(cuda.activemask(), v, delta)
        if lane >= delta:
            v += left
        delta *= 2
    out[i] = v


@cuda.jit
def compact(x, count, out):
    """The positive ones to the front, in order: ballots, then a scan of warps."""
    totals = cuda.shared.array(32, np.int32)
    t = cuda.threadIdx.x
    warp = t // 32
    keep = x[t] > 0
    mask = cuda.ballot_sync(cuda.activemask(), keep)
    below = cuda.popc(mask & ((1 << cuda.laneid) - 1))
    if cuda.laneid == 0:
        totals[warp] = cuda.popc(mask)
    cuda.syncthreads()
    start = 0
    for w in range(warp):
        start += totals[w]
    if keep:
        out[start + below] = x[t]
    if t == cuda.blockDim.x - 1:
        count[0] = start + below + (1 if keep else 0)


@cuda.jit
def block_sum(x, out):
    """Warps by shuffles, the block by the first warp."""
    totals = cuda.shared.array(32, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    v = np.float32(0)
    if i < x.size:
        v = x[i]
    for delta in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(FULL, v, delta)
    if t % 32 == 0:
        totals[t // 32] = v
    cuda.syncthreads()
    if t < 32:
        v = totals[t] if t < cuda.blockDim.x // 32 else np.float32(0)
        for delta in (16, 8, 4, 2, 1):
            v += cuda.shfl_down_sync(FULL, v, delta)
        if t == 0:
            out[cuda.blockIdx.x] = v


@cuda.jit
def collatz(x, steps, together):
    """Lanes leave the loop when they are at 1: who is still there?"""
    i = cuda.grid(1)
    n = x[i]
    count = 0
    seen = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        count += 1
        seen += cuda.popc(cuda.activemask())
    steps[i] = count
    together[i] = seen


@cuda.jit
def early(x, out):
    """Some return, some skip; those that are left add up."""
    i = cuda.grid(1)
    v = x[i]
    if v < 0:
        return
    if v % 2:
        out[i] = warp_sum(v)
    elif v % 3 == 0:
        for k in range(v % 5):
            if k == 3:
                out[i] = -np.int64(cuda.popc(cuda.activemask()))
                return
            v += warp_sum(v) + k
        out[i] = v
    else:
        out[i] = cuda.popc(cuda.ballot_sync(cuda.activemask(), v > 8))


@cuda.jit
def nested(x, out):
    i = cuda.grid(1)
    v = x[i]
    r = 0
    for a in range(v % 4):
        if (v + a) % 3 == 0:
            continue
        for b in range(4):
            if (v >> b) & 1:
                r += cuda.popc(cuda.activemask())
                if r % 7 == 0:
                    break
            else:
                r ^= cuda.shfl_xor_sync(cuda.activemask(), r + a, 1)
        r += 1
    out[i] = r


@cuda.jit
def neighbours(x, out):
    """Lanes in blocks of two and three dimensions: x runs first, then y."""
    a, b, c = cuda.grid(3)
    v = x[c, b, a]
    m = cuda.activemask()
    out[0, c, b, a] = cuda.shfl_down_sync(m, v, 1)
    out[1, c, b, a] = cuda.laneid
    out[2, c, b, a] = cuda.popc(cuda.ballot_sync(m, v % 2 == 0))


@cuda.jit
def rounds(x, n, out):
    """Barriers and shuffles in one loop, which the block leaves together."""
    tile = cuda.shared.array(128, np.int64)
    t = cuda.threadIdx.x
    v = x[t]
    for k in range(n):
        v += cuda.shfl_xor_sync(FULL, v, 1 << k % 5)
        tile[t] = v
        cuda.syncthreads()
        v -= tile[(t + 32) % cuda.blockDim.x]
        if cuda.syncthreads_or(v > 1000000):
            break
    out[t] = v


@cuda.jit
def histogram(x, bins):
    """One atomic for all lanes of a warp that have the same key."""
    i = cuda.grid(1)
    if i < x.size:
        key = x[i]
        same = cuda.match_any_sync(cuda.activemask(), key)
        if cuda.laneid == cuda.ffs(same) - 1:
            cuda.atomic.add(bins, key, cuda.popc(same))


@cuda.jit
def agree(x, rounds_of):
    """Until a warp agrees, each lane halves its number."""
    i = cuda.grid(1)
    v = x[i]
    n = 0
    while True:
        m = cuda.activemask()
        mask, same = cuda.match_all_sync(m, v)
        if same:
            break
        v //= 2
        n += 1
    rounds_of[i] = n * 100 + v
