# SPDX-License-Identifier: Apache-2.0
"""Atomics on global and shared memory, on every dtype that has them."""
from numba import cuda, int32
import numpy as np

BINS = 16


@cuda.jit
def totals(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.sub(out, 1, x[i])
        cuda.atomic.max(out, 2, x[i])
        cuda.atomic.min(out, (3,), x[i])
        cuda.atomic.add(out, -1, 1)


@cuda.jit
def bits(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.and_(out, 0, x[i])
        cuda.atomic.or_(out, 1, x[i])
        cuda.atomic.xor(out, 2, x[i])


@cuda.jit
def block_histogram(x, bins):
    local = cuda.shared.array(BINS, dtype=int32)
    t = cuda.threadIdx.x
    if t < BINS:
        local[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(local, x[i] % BINS, 1)
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(bins, t, local[t])


@cuda.jit
def tickets(counter, seen):
    i = cuda.grid(1)
    if i < seen.size:
        mine = cuda.atomic.add(counter, 0, 1)
        cuda.atomic.add(seen, mine, 1)


@cuda.jit
def exchange(slots, x):
    i = cuda.grid(1)
    if i < x.size:
        old = cuda.atomic.cas(slots, x[i], 0, 1)
        if old == 0:
            cuda.atomic.add(slots, slots.size - 1, 1)


@cuda.jit
def two_d(x, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        cuda.atomic.add(out, (i % 2, j % 3), x[i, j])


@cuda.jit
def every(x, out):
    """All that each dtype has; each row is the work of one operation."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.sub(out, 1, x[i])
        cuda.atomic.max(out, 2, x[i])
        cuda.atomic.min(out, 3, x[i])
        cuda.atomic.nanmax(out, 4, x[i])
        cuda.atomic.nanmin(out, 5, x[i])
        if i == 3:
            cuda.atomic.exch(out, 6, x[i])
        cuda.atomic.cas(out, -1, x[i], x[0])


@cuda.jit
def every_shared(x, out):
    s = cuda.shared.array(8, np.int16)
    t = cuda.threadIdx.x
    if t < 8:
        s[t] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, t % 7, x[t])
    cuda.atomic.max(s, -1, x[t])
    cuda.syncthreads()
    if t < 8:
        out[t] = s[t]


@cuda.jit
def small_bits(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.and_(out, 0, x[i])
        cuda.atomic.or_(out, 1, x[i])
        cuda.atomic.xor(out, 2, x[i])


@cuda.jit
def wraps(out, seen, limit):
    i = cuda.grid(1)
    a = cuda.atomic.inc(out, 0, limit)
    b = cuda.atomic.dec(out, 1, limit)
    cuda.atomic.add(seen, (0, a), 1)
    cuda.atomic.add(seen, (1, b), 1)


@cuda.jit
def nans(x, out):
    """A NaN in memory stays with max and min, goes with nanmax and nanmin."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(out, 0, x[i])
        cuda.atomic.min(out, 1, x[i])
        cuda.atomic.nanmax(out, 2, x[i])
        cuda.atomic.nanmin(out, 3, x[i])
        cuda.atomic.max(out, 4, x[i])
        cuda.atomic.nanmin(out, 5, x[i])


@cuda.jit
def swap(lock, out):
    """The first one in takes it; floats are compared as bits."""
    i = cuda.grid(1)
    if cuda.atomic.compare_and_swap(lock, 0, 1) == 0:
        cuda.atomic.add(out, 0, i * 0 + 1)


@cuda.jit
def in_shared(x, out):
    s = cuda.shared.array(8, x.dtype)
    t = cuda.threadIdx.x
    if t < 8:
        s[t] = x[t]
    cuda.syncthreads()
    cuda.atomic.add(s, 0, x[t])
    cuda.atomic.sub(s, 1, x[t])
    cuda.atomic.min(s, 2, x[t])
    cuda.atomic.max(s, 3, x[t])
    cuda.syncthreads()
    if t == 0:
        out[4] = cuda.atomic.exch(s, 0, x[5])
        out[5] = cuda.atomic.add(s, 0, x[6])
        out[6] = cuda.atomic.min(s, 0, x[7])
    cuda.syncthreads()
    if t < 4:
        out[t] = s[t]


@cuda.jit
def bits_in_shared(x, out):
    s = cuda.shared.array(3, x.dtype)
    t = cuda.threadIdx.x
    if t < 3:
        s[t] = x[t]
    cuda.syncthreads()
    cuda.atomic.and_(s, 0, x[t])
    cuda.atomic.or_(s, 1, x[t])
    cuda.atomic.xor(s, 2, x[t])
    cuda.syncthreads()
    if t < 3:
        out[t] = s[t]


@cuda.jit
def float_indices(x, table, line):
    """Numba casts the indices of atomics."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(table, (x[i], -x[i] / 2), 1)
        cuda.atomic.max(table, (i % 2, -1.0), i)
        cuda.atomic.add(line, x[i], 2)
        cuda.atomic.cas(line, (0.5,), 0, 7)
