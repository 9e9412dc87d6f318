# SPDX-License-Identifier: Apache-2.0
"""Loops in which each thread takes the elements that are a grid apart."""
import numpy as np
from numba import cuda


@cuda.jit
def scale(x, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] = x[i] * 2 + 1


@cuda.jit
def by_hand(x, out, first, less):
    start = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x + first
    for i in range(start, x.shape[0] - less, cuda.blockDim.x * cuda.gridDim.x):
        out[i] = x[i] - i


@cuda.jit
def planes(x, out):
    sx, sy = cuda.grid(2)
    gx, gy = cuda.gridsize(2)
    for y in range(sy, x.shape[0], gy):
        for j in range(sx, x.shape[1], gx):
            out[y, j] = x[y, j] * y + j


@cuda.jit
def rows(x, out):
    """Something between the loops, and behind the inner one."""
    sx, sy = cuda.grid(2)
    gx, gy = cuda.gridsize(2)
    for y in range(sy, x.shape[0], gy):
        t = x[y, 0]
        for j in range(sx, x.shape[1], gx):
            out[y, j] = x[y, j] - t
        if sx == 0:
            out[y, 0] = y


@cuda.jit
def carried(x, out):
    """What goes from step to step, and the last step's number."""
    i = cuda.grid(1)
    total, most, count, last = 0.0, -1.0, 0, -1
    for k in range(i, x.size, cuda.gridsize(1)):
        total += x[k]
        if x[k] > most:
            most = x[k]
        else:
            count += 1
        last = k
    out[i, 0] = total
    out[i, 1] = most
    out[i, 2] = count
    out[i, 3] = last


@cuda.jit
def block_sums(x, out):
    part = cuda.shared.array(64, np.float64)
    t = cuda.threadIdx.x
    s = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        s += x[i]
    part[t] = s
    cuda.syncthreads()
    step = 32
    while step > 0:
        if t < step:
            part[t] += part[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


@cuda.jit
def counts(values, bins):
    own = cuda.shared.array(16, np.int32)
    t = cuda.threadIdx.x
    if t < 16:
        own[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        if values[i] < 0:
            continue
        cuda.atomic.add(own, values[i] % 16, 1)
    cuda.syncthreads()
    if t < 16:
        cuda.atomic.add(bins, t, own[t])


@cuda.jit
def exits(x, out):
    """Steps that are left, threads that end, loops within steps."""
    i = cuda.grid(1)
    for k in range(i, x.size, cuda.gridsize(1)):
        if x[k] < 0:
            continue
        s = 0
        for j in range(int(x[k])):
            if j == 7:
                break
            s += j
        out[k] = s
    for k in range(i, x.size, cuda.gridsize(1)):
        if x[k] == 3:
            break
        out[k] += 100
    for k in range(i, x.size, cuda.gridsize(1)):
        if x[k] == 5:
            return
        out[k] += 1000


@cuda.jit
def chained(x):
    """A step reads what the thread's last step wrote."""
    i = cuda.grid(1)
    n = cuda.gridsize(1)
    for k in range(i + n, x.size, n):
        x[k] += x[k - n]


@cuda.jit
def near_end(n, less, out):
    """Numbers that end next to the largest one."""
    for i in range(cuda.threadIdx.x + (n - less), n, cuda.blockDim.x):
        out[i - (n - less)] += 1
