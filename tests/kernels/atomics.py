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
