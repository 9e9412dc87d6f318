# SPDX-License-Identifier: Apache-2.0
"""Usual patterns of threads that work together, right where BUG is 0 and with
a usual mistake for each number behind `# bugs`. All take the same arguments."""
import numpy as np
from numba import cuda

BUG = 0
SIZE = 256  # threads of a block at most


# bugs 1 2
@cuda.jit
def tree(a, b, c, d, n):
    s = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    if BUG != 1:
        cuda.syncthreads()
    h = cuda.blockDim.x // 2
    while h > 0:
        if t < h:
            s[t] += s[t + h]
        if BUG != 2:
            cuda.syncthreads()
        h //= 2
    if t == 0:
        b[cuda.blockIdx.x] = s[0]


# bugs 1
@cuda.jit
def shuffled(a, b, c, d, n):
    s = cuda.shared.array(32, np.float32)
    t = cuda.threadIdx.x
    v = a[cuda.grid(1)]
    for h in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(0xffffffff, v, h)
    if t % 32 == 0:
        s[t // 32] = v
    if BUG != 1:
        cuda.syncthreads()
    if t == 0:
        v = np.float32(0)
        for i in range(cuda.blockDim.x // 32):
            v += s[i]
        b[cuda.blockIdx.x] = v


# bugs 1
@cuda.jit
def stencil(a, b, c, d, n):
    s = cuda.shared.array(SIZE + 2, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t + 1] = a[i]
    if t == 0:
        s[0] = a[i - 1] if i else 0
    if t == cuda.blockDim.x - 1:
        s[t + 2] = a[i + 1]
    if BUG != 1:
        cuda.syncthreads()
    b[i] = s[t] + s[t + 1] + s[t + 2]


# bugs 1 2
@cuda.jit
def steps(a, b, c, d, n):
    s = cuda.shared.array((2, SIZE), np.float32)
    t = cuda.threadIdx.x
    s[0, t] = a[cuda.grid(1)]
    cuda.syncthreads()
    for i in range(6):
        here = 0 if BUG == 2 else i & 1
        to = 0 if BUG == 2 else here ^ 1
        s[to, t] = s[here, t] + s[here, (t + 1) % cuda.blockDim.x]
        if BUG != 1:
            cuda.syncthreads()
    b[cuda.grid(1)] = s[0, t]


# bugs 1 2 3 4
@cuda.jit
def histogram(a, b, c, d, n):
    s = cuda.shared.array(16, np.int32)
    t = cuda.threadIdx.x
    if t < 16:
        s[t] = 0
    if BUG != 1:
        cuda.syncthreads()
    if BUG == 2:
        s[t % 16] += 1
    else:
        cuda.atomic.add(s, t % 16, 1)
    if BUG != 3:
        cuda.syncthreads()
    if t < 16:
        cuda.atomic.add(c, t, s[t])
    if BUG == 4:
        c[t % 16] += 1


# What a thread reads plainly of what others add to.
# bugs 1 2
@cuda.jit
def counters(a, b, c, d, n):
    t = cuda.threadIdx.x
    if BUG == 1:
        c[t % 8] += 1
    else:
        cuda.atomic.add(c, t % 8, 1)
    if BUG == 2:
        b[cuda.grid(1)] = c[t % 8]


# bugs 1 2
@cuda.jit
def scan(a, b, c, d, n):
    s = cuda.shared.array((2, SIZE), np.float32)
    t = cuda.threadIdx.x
    now = 0
    s[0, t] = a[cuda.grid(1)]
    if BUG != 1:
        cuda.syncthreads()
    h = 1
    while h < cuda.blockDim.x:
        s[now ^ 1, t] = s[now, t] + s[now, t - h] if t >= h else s[now, t]
        now ^= 1
        if BUG != 2:
            cuda.syncthreads()
        h *= 2
    b[cuda.grid(1)] = s[now, t]


# One buffer needs two barriers a step.
# bugs 1 2
@cuda.jit
def scan_in_place(a, b, c, d, n):
    s = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    cuda.syncthreads()
    h = 1
    while h < cuda.blockDim.x:
        v = s[t - h] if t >= h else np.float32(0)
        if BUG != 1:
            cuda.syncthreads()
        s[t] += v
        if BUG != 2:
            cuda.syncthreads()
        h *= 2
    b[cuda.grid(1)] = s[t]


# bugs 1 2
@cuda.jit
def reverse(a, b, c, d, n):
    s = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    for i in range(3):
        s[t] = a[cuda.grid(1)] + i
        if BUG != 1:
            cuda.syncthreads()
        b[cuda.grid(1)] = s[cuda.blockDim.x - 1 - t]
        if BUG != 2:
            cuda.syncthreads()


# bugs 1 2 3
@cuda.jit
def last_block(a, b, c, d, n):
    last = cuda.shared.array(1, np.bool_)
    t = cuda.threadIdx.x
    if t == 0:
        b[cuda.blockIdx.x] = a[cuda.grid(1)]
        if BUG != 1:
            cuda.threadfence()
        last[0] = cuda.atomic.add(c, 0, 1) == cuda.gridDim.x - 1
        if BUG == 2:
            c[1] = cuda.grid(1)
    if BUG != 3:
        cuda.syncthreads()
    if last[0] and t == 0:
        for i in range(cuda.gridDim.x):
            b[n] += b[i]


# All threads write and pass a fence, one of them counts.
# bugs 1 2
@cuda.jit
def last_of_all(a, b, c, d, n):
    last = cuda.shared.array(1, np.bool_)
    t = cuda.threadIdx.x
    b[cuda.grid(1)] = a[cuda.grid(1)]
    if BUG != 1:
        cuda.threadfence()
    if BUG != 2:
        cuda.syncthreads()
    if t == 0:
        last[0] = cuda.atomic.add(c, 0, 1) == cuda.gridDim.x - 1
    cuda.syncthreads()
    if last[0]:
        for i in range(t, cuda.gridsize(1), cuda.blockDim.x):
            b[n + t] += b[i]


# Each block waits for the one before it.
# bugs 1 2 3
@cuda.jit
def lookback(a, b, c, d, n):
    if cuda.threadIdx.x == 0:
        i = cuda.blockIdx.x
        before = np.float32(0)
        if i:
            while cuda.atomic.add(c, i - 1, 0) == 0:
                pass
            cuda.threadfence()
            before = b[i - 1]
        b[i] = before + a[cuda.grid(1)]
        if BUG == 1:
            cuda.threadfence_block()
        elif BUG != 2:
            cuda.threadfence()
        if BUG == 3:
            c[i] = 1
        else:
            cuda.atomic.exch(c, i, 1)


# The same from the other end.
# bugs 1 2
@cuda.jit
def lookahead(a, b, c, d, n):
    if cuda.threadIdx.x == 0:
        i = cuda.blockIdx.x
        after = np.float32(0)
        if i + 1 < cuda.gridDim.x:
            while cuda.atomic.add(c, i + 1, 0) == 0:
                pass
            cuda.threadfence()
            after = b[i + 1]
        b[i] = after + a[cuda.grid(1)]
        if BUG == 1:
            cuda.threadfence_block()
        elif BUG != 2:
            cuda.threadfence()
        cuda.atomic.exch(c, i, 1)


# bugs 1 2
@cuda.jit
def queue(a, b, c, d, n):
    if BUG == 1:
        at = c[0]
        c[0] = at + 1
    else:
        at = cuda.atomic.add(c, 0, 1)
    b[at // 2 if BUG == 2 else at] = cuda.grid(1)


# Work is handed out in tickets that thread 0 draws.
# bugs 1 2
@cuda.jit
def tickets(a, b, c, d, n):
    ticket = cuda.shared.array(1, np.int32)
    t = cuda.threadIdx.x
    for i in range(3):
        if t == 0:
            ticket[0] = cuda.atomic.add(c, 0, 1)
        if BUG != 1:
            cuda.syncthreads()
        b[ticket[0] * cuda.blockDim.x + t] = i
        if BUG != 2:
            cuda.syncthreads()


# bugs 1 2 3 4
@cuda.jit
def locked(a, b, c, d, n):
    if cuda.threadIdx.x % 32 == 0:
        while cuda.atomic.cas(c, 0, 0, 1) != 0:
            pass
        if BUG != 1:
            cuda.threadfence()
        b[0] += a[cuda.grid(1)]
        if BUG == 4:
            cuda.threadfence_block()
        elif BUG != 1:
            cuda.threadfence()
        if BUG == 3:
            c[0] = 0
        else:
            cuda.atomic.exch(c, 0, 0)
        if BUG == 2:
            b[0] += 1


# Of all threads, of the block alone.
# bugs 1 2
@cuda.jit
def locked_in_shared(a, b, c, d, n):
    s = cuda.shared.array(2, np.int32)
    t = cuda.threadIdx.x
    if t < 2:
        s[t] = 0
    cuda.syncthreads()
    while cuda.atomic.cas(s, 0, 0, 1) != 0:
        pass
    if BUG != 1:
        cuda.threadfence_block()
    s[1] += t
    if BUG != 1:
        cuda.threadfence_block()
    cuda.atomic.exch(s, 0, 0)
    if BUG != 2:
        cuda.syncthreads()
    if t == 0:
        b[cuda.blockIdx.x] = s[1]


# What one thread of the block makes and another takes.
# bugs 1 2 3
@cuda.jit
def flag(a, b, c, d, n):
    s = cuda.shared.array(2, np.int32)
    t = cuda.threadIdx.x
    if t < 2:
        s[t] = 0
    cuda.syncthreads()
    if t == 40:
        s[1] = 5
        if BUG != 1:
            cuda.threadfence_block()
        if BUG == 3:
            s[0] = 1
        else:
            cuda.atomic.exch(s, 0, 1)
    elif t == 3:
        while cuda.atomic.add(s, 0, 0) == 0:
            pass
        b[cuda.blockIdx.x] = s[1]
    elif BUG == 2 and t == 4:
        b[cuda.blockIdx.x + n] = s[1]


# Many readers, then one who writes.
# bugs 1
@cuda.jit
def all_have_read(a, b, c, d, n):
    s = cuda.shared.array(2, np.int32)
    t = cuda.threadIdx.x
    if t < 2:
        s[t] = 0
    cuda.syncthreads()
    b[cuda.grid(1)] = s[1]
    if BUG != 1:
        cuda.threadfence_block()
    cuda.atomic.add(s, 0, 1)
    if t == 0:
        while cuda.atomic.add(s, 0, 0) < cuda.blockDim.x:
            pass
        s[1] = 7


# bugs 1 2
@cuda.jit
def warp_shared(a, b, c, d, n):
    s = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    if BUG != 1:
        cuda.syncwarp()
    b[cuda.grid(1)] = s[(t + 32) % cuda.blockDim.x if BUG == 2 else t ^ 1]


# Half of a warp meets.
# bugs 1 2
@cuda.jit
def half_warp(a, b, c, d, n):
    s = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    s[t] = a[cuda.grid(1)]
    if t % 32 < 16:
        if BUG != 1:
            cuda.syncwarp(0xffff)
        b[cuda.grid(1)] = s[t ^ 16 if BUG == 2 else t ^ 1]


# bugs 1 2
@cuda.jit
def broadcast(a, b, c, d, n):
    s = cuda.shared.array(1, np.float32)
    for i in range(3):
        if cuda.threadIdx.x == i:
            s[0] = a[cuda.grid(1)]
        if BUG != 1:
            cuda.syncthreads()
        b[cuda.grid(1)] += s[0]
        if BUG != 2:
            cuda.syncthreads()


# bugs 1 2
@cuda.jit
def grid_wide(a, b, c, d, n):
    i = cuda.grid(1)
    b[i] = a[i]
    cuda.syncthreads()
    if cuda.threadIdx.x == 0 and BUG != 2:
        if BUG != 1:
            cuda.threadfence()
        cuda.atomic.add(c, 0, 1)
        while cuda.atomic.add(c, 0, 0) < cuda.gridDim.x:
            pass
        cuda.threadfence()
    cuda.syncthreads()
    b[n + i] = b[(i + cuda.blockDim.x) % cuda.gridsize(1)]


# bugs 1 2
@cuda.jit
def in_bytes(a, b, c, d, n):
    i = cuda.grid(1)
    d[i // 2 if BUG == 1 else i] = cuda.threadIdx.x
    if BUG == 2:
        d[i + 1] = cuda.threadIdx.x


# Threads that agree on what they write do no harm.
# bugs 1
@cuda.jit
def agreed(a, b, c, d, n):
    c[0] = cuda.grid(1) if BUG == 1 else 7


# bugs 1
@cuda.jit
def neighbours(a, b, c, d, n):
    i = cuda.grid(1)
    if BUG == 1:
        a[i] = a[i + 1] + 1
    else:
        b[i] = a[i + 1] + 1


# A tile of each matrix in turn.
# bugs 1 2
@cuda.jit
def tiles(a, b, c, d, n):
    x = cuda.shared.array(SIZE, np.float32)
    y = cuda.shared.array(SIZE, np.float32)
    t = cuda.threadIdx.x
    total = np.float32(0)
    for k in range(4):
        x[t] = a[k * cuda.blockDim.x + t]
        y[t] = a[k * cuda.blockDim.x + t + 1]
        if BUG != 1:
            cuda.syncthreads()
        for j in range(16):
            total += x[(t + j) % cuda.blockDim.x] * y[j]
        if BUG != 2:
            cuda.syncthreads()
    b[cuda.grid(1)] = total


# A loop around compare-and-swap begins with an atomic read.
# bugs 1
@cuda.jit
def swapped(a, b, c, d, n):
    old = c[0] if BUG == 1 else cuda.atomic.add(c, 0, 0)
    while True:
        seen = old
        old = cuda.atomic.cas(c, 0, seen, seen + 3)
        if old == seen:
            break
