# SPDX-License-Identifier: Apache-2.0
"""Counting in arrays of few elements, which many threads do at once: a run of
blocks may count in a copy of its own. And what looks like it but may not."""
from numba import cuda


@cuda.jit
def histogram(values, bins):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(bins, values[i], 1)


@cuda.jit
def up_and_down(values, bins):
    """Adds and subtracts, in a loop, some of it behind the array's start."""
    i = cuda.grid(1)
    for k in range(3):
        if i < values.size and values[i] % 5 != k:
            cuda.atomic.add(bins, values[i] - k, k + 1)
            cuda.atomic.sub(bins, -1 - k, 2)


@cuda.jit
def extremes(values, low, high):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.min(low, i % low.size, values[i])
        cuda.atomic.max(high, i % high.size, values[i])


@cuda.jit
def bits(values, all_of, any_of, odd):
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.and_(all_of, i % all_of.size, values[i])
        cuda.atomic.or_(any_of, i % any_of.size, values[i])
        cuda.atomic.xor(odd, i % odd.size, values[i])


@cuda.jit
def table(rows, columns, counts):
    i, j = cuda.grid(2)
    if i < rows.size and j < columns.size:
        cuda.atomic.add(counts, (rows[i], columns[j]), i - j)


@cuda.jit
def mixed(values, out):
    """Two ways to combine: the order matters, and all is one thread's."""
    if cuda.grid(1) == 0:
        for i in range(values.size):
            cuda.atomic.add(out, values[i], 3)
            cuda.atomic.max(out, values[i], i % 40)


@cuda.jit
def asked(values, bins, ranks):
    """The number in its bin of a thread: what is there is asked for."""
    i = cuda.grid(1)
    if i < values.size:
        ranks[cuda.atomic.add(bins, values[i], 1), values[i]] = True


@cuda.jit
def read_too(values, bins, out):
    """Each block has its own bin, and reads it."""
    t, b = cuda.threadIdx.x, cuda.blockIdx.x
    cuda.atomic.add(bins, b, values[b * cuda.blockDim.x + t])
    cuda.syncthreads()
    out[b * cuda.blockDim.x + t] = bins[b]


@cuda.jit
def every_second(values, bins):
    """A view: its elements are not side by side."""
    i = cuda.grid(1)
    some = bins[::2]
    if i < values.size:
        cuda.atomic.add(some, values[i], 1)


@cuda.jit
def counters(values, first, second, third, fourth, fifth):
    """More arrays than have copies."""
    i = cuda.grid(1)
    if i < values.size:
        cuda.atomic.add(first, 0, values[i])
        cuda.atomic.add(second, values[i] % 3, 1)
        cuda.atomic.max(third, 0, values[i])
        cuda.atomic.or_(fourth, 0, values[i])
        cuda.atomic.add(fifth, values[i], 1)
