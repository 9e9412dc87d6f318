# SPDX-License-Identifier: Apache-2.0
"""Threads that wait for others in loops: locks, tickets, flags. Which of these
come to an end is a matter of who may wait for whom, docs/language.md."""
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def acquire(lock, i):
    while cuda.atomic.cas(lock, i, 0, 1) != 0:
        pass
    cuda.threadfence()


@cuda.jit(device=True)
def release(lock, i):
    cuda.threadfence()
    cuda.atomic.exch(lock, i, 0)


@cuda.jit
def each_thread(total, lock):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    total[0] += 1
    cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)


@cuda.jit
def in_functions(total, lock):
    """Of two locks, by number, and once more inside of a loop."""
    for k in range(3):
        which = (cuda.grid(1) + k) % 2
        acquire(lock, which)
        total[which] += k + 1
        release(lock, which)


@cuda.jit
def in_shared(total):
    s = cuda.shared.array(2, np.int32)
    if cuda.threadIdx.x < 2:
        s[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    while cuda.atomic.cas(s, 0, 0, 1) != 0:
        pass
    cuda.threadfence_block()
    s[1] += cuda.threadIdx.x
    cuda.threadfence_block()
    cuda.atomic.exch(s, 0, 0)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        total[cuda.blockIdx.x] = s[1]


@cuda.jit
def each_block(total, lock):
    if cuda.threadIdx.x == 0:
        acquire(lock, 0)
        total[0] += 1
        release(lock, 0)
    cuda.syncthreads()
    if cuda.threadIdx.x == 1:
        acquire(lock, 0)
        total[1] += 1
        release(lock, 0)


@cuda.jit
def given_up(total, lock):
    """The lock's owner leaves the loop; it holds all that is done with it."""
    done = False
    while not done:
        if cuda.atomic.cas(lock, 0, 0, 1) == 0:
            cuda.threadfence()
            total[0] += 1
            cuda.threadfence()
            cuda.atomic.exch(lock, 0, 0)
            done = True


@cuda.jit
def tickets(order, turn):
    mine = cuda.atomic.add(turn, 0, 1)
    while cuda.atomic.add(turn, 1, 0) != mine:
        pass
    cuda.threadfence()
    order[0] += 1
    order[order[0]] = mine
    cuda.threadfence()
    cuda.atomic.add(turn, 1, 1)


@cuda.jit
def handed_down(x, flag):
    """The first thread waits for what the last one makes."""
    if cuda.threadIdx.x == 0:
        while cuda.atomic.add(flag, cuda.blockIdx.x, 0) == 0:
            cuda.nanosleep(20)
        cuda.threadfence()
        x[cuda.blockIdx.x, 0] = x[cuda.blockIdx.x, 1] + 1
    elif cuda.threadIdx.x == cuda.blockDim.x - 1:
        x[cuda.blockIdx.x, 1] = 41
        cuda.threadfence()
        cuda.atomic.exch(flag, cuda.blockIdx.x, 1)


@cuda.jit
def pipeline(x, flag):
    """Each thread waits for the next one, through every second turn of a
    loop, and they all meet after each turn."""
    i = cuda.threadIdx.x
    for k in range(4):
        if k % 2 == 0:
            if i + 1 < cuda.blockDim.x:
                while cuda.atomic.add(flag, i + 1, 0) <= k:
                    pass
                cuda.threadfence()
                x[i] += x[i + 1]
            else:
                x[i] += 1
            cuda.threadfence()
            cuda.atomic.exch(flag, i, k + 1)
        cuda.syncthreads()


@cuda.jit
def from_the_left(x, flag):
    """Each block adds to what the one before it made."""
    if cuda.threadIdx.x == 0:
        b = cuda.blockIdx.x
        before = 0
        if b > 0:
            while cuda.atomic.add(flag, b - 1, 0) == 0:
                pass
            cuda.threadfence()
            before = x[b - 1]
        x[b] = before + b
        cuda.threadfence()
        cuda.atomic.exch(flag, b, 1)


@cuda.jit
def from_the_right(x, flag):
    """Each block adds to what the one after it made."""
    if cuda.threadIdx.x == 0:
        b = cuda.blockIdx.x
        after = 0
        if b + 1 < cuda.gridDim.x:
            while cuda.atomic.add(flag, b + 1, 0) == 0:
                pass
            cuda.threadfence()
            after = x[b + 1]
        x[b] = after + b
        cuda.threadfence()
        cuda.atomic.exch(flag, b, 1)


@cuda.jit
def meet_in_warps(x, flag):
    """Lanes that a lock has parted shuffle together."""
    i = cuda.threadIdx.x
    while cuda.atomic.cas(flag, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    x[64] += 1
    mine = x[64]
    cuda.threadfence()
    cuda.atomic.exch(flag, 0, 0)
    for k in (16, 8, 4, 2, 1):
        mine = max(mine, cuda.shfl_xor_sync(0xffffffff, mine, k))
    cuda.syncwarp()
    x[i] = mine


@cuda.jit
def grid_of_blocks(x):
    """Blocks that count themselves and wait for all."""
    if cuda.threadIdx.x == 0:
        cuda.threadfence()
        cuda.atomic.add(x, 0, 1)
        while cuda.atomic.add(x, 0, 0) < cuda.gridDim.x:
            pass
        cuda.threadfence()
    cuda.syncthreads()
    if cuda.threadIdx.x == 1:
        cuda.atomic.add(x, 1, cuda.blockIdx.x)


@cuda.jit
def half_of_them(x, lock):
    acquire(lock, 0)
    release(lock, 0)
    if cuda.threadIdx.x < 40:
        cuda.syncthreads()
        x[cuda.threadIdx.x] = 1
    else:
        while cuda.atomic.add(lock, 1, 0) == 0:
            if x[63] == 0:
                cuda.syncthreads()


@cuda.jit
def let_go_plainly(total, lock):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    cuda.threadfence()
    total[0] += 1
    cuda.threadfence()
    lock[0] = 0


@cuda.jit
def first_guess(x):
    """Where the loop begins with a plain read of what others update."""
    old = x[0]
    while True:
        seen = old
        old = cuda.atomic.cas(x, 0, seen, seen * 3 + 1)
        if old == seen:
            break


@cuda.jit
def first_guess_atomic(x):
    old = cuda.atomic.add(x, 0, 0)
    while True:
        seen = old
        old = cuda.atomic.cas(x, 0, seen, seen * 3 + 1)
        if old == seen:
            break
