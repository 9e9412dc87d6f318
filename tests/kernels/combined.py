# SPDX-License-Identifier: Apache-2.0
"""Many threads that change one place by atomic operations, all of them or some: what they do there together is the
same in any order."""
from numba import cuda, float32, int32
import numpy as np


@cuda.jit
def counts(x, least, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, 1)
        if x[i] >= least:
            cuda.atomic.add(out, 1, 3)
            cuda.atomic.sub(out, 2, 2)


@cuda.jit
def both(x, least, out):
    """The guard and the question in one."""
    i = cuda.grid(1)
    if i < x.size and x[i] >= least:
        cuda.atomic.add(out, 0, 1)


@cuda.jit
def every_way(x, some, out):
    """Numbers that differ between threads."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        cuda.atomic.add(out, 0, v)
        cuda.atomic.sub(out, 1, v)
        cuda.atomic.max(out, 2, v)
        cuda.atomic.min(out, 3, v)
        cuda.atomic.and_(out, 4, v)
        cuda.atomic.or_(out, 5, v)
        cuda.atomic.xor(out, 6, v)
        if some[i]:
            cuda.atomic.add(out, 7, v)
            cuda.atomic.sub(out, 8, v)
            cuda.atomic.max(out, 9, v)
            cuda.atomic.min(out, 10, v)
            cuda.atomic.and_(out, 11, v)
            cuda.atomic.or_(out, 12, v)
            cuda.atomic.xor(out, 13, v)


@cuda.jit
def one_number(some, v, out):
    """A number that is the same for all."""
    i = cuda.grid(1)
    if i < some.size:
        cuda.atomic.add(out, 0, v[0])
        cuda.atomic.max(out, 1, v[0])
        cuda.atomic.min(out, 2, v[0])
        cuda.atomic.and_(out, 3, v[0])
        cuda.atomic.or_(out, 4, v[0])
        cuda.atomic.xor(out, 5, v[0])
        if some[i]:
            cuda.atomic.add(out, 6, v[0])
            cuda.atomic.max(out, 7, v[0])
            cuda.atomic.min(out, 8, v[0])
            cuda.atomic.and_(out, 9, v[0])
            cuda.atomic.or_(out, 10, v[0])
            cuda.atomic.xor(out, 11, v[0])


@cuda.jit
def floats(x, some, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        if some[i]:
            cuda.atomic.add(out, 1, x[i])
            cuda.atomic.sub(out, 2, x[i])
            cuda.atomic.add(out, 3, 0.5)
        cuda.atomic.sub(out, 4, i)


@cuda.jit
def floats_in_shared(x, out):
    s = cuda.shared.array(2, float32)
    t = cuda.threadIdx.x
    if t < 2:
        s[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(s, 0, x[i])
        for k in range(i % 3):
            cuda.atomic.sub(s, 1, x[i] * k)
    cuda.syncthreads()
    if t < 2:
        cuda.atomic.add(out, t, s[t])


@cuda.jit
def of_threads(out):
    """The threads' own numbers."""
    i = cuda.grid(1)
    cuda.atomic.add(out, 0, i)
    cuda.atomic.max(out, 1, i)
    cuda.atomic.xor(out, 2, i)
    if i % 3 == 1:
        cuda.atomic.add(out, 3, i)
        cuda.atomic.max(out, 4, -i)


@cuda.jit
def in_loops(x, out):
    """In loops that threads leave at different times, at places that go along."""
    i = cuda.grid(1)
    if i < x.size:
        v, n = x[i], 0
        while v != 1 and n < 40:
            if v % 2 == 0:
                v //= 2
                cuda.atomic.add(out, 0, 1)
            else:
                v = 3 * v + 1
                cuda.atomic.add(out, 1, v)
            n += 1
        for k in range(2, out.size):
            if n % k == 0:
                cuda.atomic.add(out, k, 1)
            cuda.atomic.max(out, k, n - k)


@cuda.jit
def in_shared(x, out):
    """In a block's own memory, whose sums go to the grid's."""
    s = cuda.shared.array(3, int32)
    t = cuda.threadIdx.x
    if t < 3:
        s[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(s, 0, x[i])
        cuda.atomic.max(s, 1, x[i])
        if x[i] % 2:
            cuda.atomic.add(s, 2, 1)
    cuda.syncthreads()
    if t == 0:
        cuda.atomic.add(out, 0, s[0])
        cuda.atomic.max(out, 1, s[1])
        cuda.atomic.add(out, 2, s[2])


@cuda.jit
def of_blocks(x, out):
    """A place for each block, and one for each row of it."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, cuda.blockIdx.x, x[i])
        cuda.atomic.add(out, -1, 1)


@cuda.jit
def rows(x, out):
    """Two axes: rows count for themselves, and all for one."""
    j, i = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        cuda.atomic.add(out, i, x[i, j])
        cuda.atomic.add(out, x.shape[0], 1)
        cuda.atomic.max(out, x.shape[0] + 1, x[i, j])


@cuda.jit
def nowhere(x, none):
    """No thread gets to the place that is not there."""
    i = cuda.grid(1)
    if i < x.size and x[i] > 1000:
        cuda.atomic.add(none, 5, 1)
        cuda.atomic.max(none, 100000000, x[i])


@cuda.jit
def seen(x, out, order):
    """What was there before is asked for: each thread has a number of its own."""
    i = cuda.grid(1)
    if i < x.size and x[i] % 2:
        order[cuda.atomic.add(out, 0, 1)] = 1


@cuda.jit
def scattered(x, out):
    """Each thread has a place of its own, and a way to it."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(3):
            v = (v * 7 + 3) % out.size
        cuda.atomic.add(out, v, 1)
        cuda.atomic.max(out, 0, v)


@cuda.jit
def places(x, where, out, before):
    """Places that differ, numbers that do or do not; and what was there."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        w = v * v % 7 + (v + 3) % 5 * 2
        cuda.atomic.add(out, (0, where[i]), v)
        cuda.atomic.sub(out, (1, where[i]), 2)
        cuda.atomic.max(out, (2, where[i]), w)
        cuda.atomic.min(out, (3, where[i]), v - w)
        if w % 2:
            cuda.atomic.add(out, (4, where[i]), w)
            before[i] = cuda.atomic.max(out, (5, i % out.shape[1]), v)
        cuda.atomic.max(out, (6, 0), w)
        before[i] += cuda.atomic.exch(out, (7, i % out.shape[1]), v)


@cuda.jit
def asked_for(x, flag, out):
    """Threads that wait for what the block's first one does, which does not end where threads run in lockstep; here they
    run one after the other."""
    i = cuda.grid(1)
    if i < x.size:
        if i:
            while cuda.atomic.add(flag, 0, 0) == 0:
                cuda.nanosleep(1)
        else:
            cuda.atomic.exch(flag, 0, 7)
        out[i] = x[i] + 7


@cuda.jit
def in_turn(x, turn, out):
    """Each thread waits for the one before, which it cannot in lockstep."""
    i = cuda.grid(1)
    if i < x.size:
        while cuda.atomic.max(turn, 0, 0) != i:
            cuda.nanosleep(1)
        out[i] = x[i] * 2
        cuda.atomic.add(turn, 0, 1)
