# SPDX-License-Identifier: Apache-2.0
"""Indices that are outside by one, of kernels that a launch without such an index runs unchecked."""
import numpy as np
from numba import cuda, float32


@cuda.jit
def dot_rows(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        s = float32(0)
        for k in range(b.size):
            s += a[i, k] * b[k]
        out[i] = s


@cuda.jit
def backwards(x, out, n):
    i = cuda.grid(1)
    if i == 0:
        for k in range(n - 1, -1, -1):
            out[n - 1 - k] = x[k]


@cuda.jit
def neighbours(x, out, by):
    i = cuda.grid(1)
    for k in range(2):
        if i > 0 and i < out.size - 1:
            out[i] = x[i - by] + x[i + by]


@cuda.jit
def early(x, out, n):
    i = cuda.grid(1)
    if i >= n:
        return
    for k in range(2):
        out[i] = x[i] + k


@cuda.jit
def other_guard(x, out, n):
    i = cuda.grid(1)
    if i != n:
        for k in range(2):
            out[i] = x[i] + k


@cuda.jit
def strided(x, out, n, by):
    i = cuda.grid(1)
    for k in range(n):
        if i < out.size:
            out[i] += x[i + k * by]


@cuda.jit
def in_while(x, n, by):
    i = cuda.grid(1)
    while i < n:
        x[i] += 1
        i += by


@cuda.jit
def down_while(x, n):
    if cuda.grid(1) == 0:
        k = n - 1
        while k >= 0:
            x[k] += k
            k -= 2


@cuda.jit
def tree(x, out):
    part = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            part[t] += part[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


@cuda.jit
def some_of_data(x, index, out):
    """One index is of data: that is asked in any case."""
    i = cuda.grid(1)
    for k in range(2):
        out[i] = x[index[i]] + k
