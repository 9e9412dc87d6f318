# SPDX-License-Identifier: Apache-2.0
"""Indices outside of arrays: found where PORTKERN_CHECK asks for it."""
import numpy as np
from numba import cuda

FIVE = (10, 20, 30, 40, 50)
EMPTY = np.zeros((2, 0), np.int32)


@cuda.jit
def shift(x, out, by):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i + by]


@cuda.jit
def two_axes(a, i, j):
    if cuda.grid(1) == 0:
        a[i, j] += 1


@cuda.jit
def shared_array(out, n):
    s = cuda.shared.array(16, np.int32)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    out[t] = s[t * n]


@cuda.jit
def local_array(out, n):
    h = cuda.local.array((3, 4), np.float32)
    for k in range(3):
        for m in range(4):
            h[k, m] = k + m
    out[0] = h[n, 1] + h[1, -n]


@cuda.jit
def atomically(out, i):
    cuda.atomic.add(out, i, 1)


@cuda.jit
def row_of_view(a, k):
    i = cuda.grid(1)
    row = a[i, ::2]
    row[k] = i


@cuda.jit(device=True)
def pick(x, i):
    return x[i]


@cuda.jit
def in_function(x, out, i):
    out[0] = pick(x, i)


@cuda.jit
def nested(index, x, out):
    i = cuda.grid(1)
    out[i] = x[index[i]]


@cuda.jit
def wide(x, i):
    x[i] = 1


@cuda.jit
def flat(a, i):
    if cuda.grid(1) == 0:
        a.flat[i] += 1


@cuda.jit
def of_tuples(a, i, out):
    pair = (i + 1, i + 2)
    out[0] = a.shape[i]
    out[1] = FIVE[i + 2]
    out[2] = pair[-i]


@cuda.jit(debug=True, opt=False)
def of_tuples_debugged(a, i, out):
    t = cuda.threadIdx.x
    out[t] = a.shape[t + i]


@cuda.jit
def of_empty(i, out):
    for row in EMPTY:
        for x in row:
            out[0] += x
    if i >= 0:
        out[1] = EMPTY[i, 0]


@cuda.jit
def unsized(out, how):
    """Dynamic shared memory, of a launch that gives some or none."""
    s = cuda.shared.array(0, np.int64)
    t = cuda.threadIdx.x
    if how == 0:
        s[t] = t
        out[t] = s[t]
    elif how == 1:
        tail = s[1:]
        tail[t] = t
        out[t] = tail[t]
    elif how == 2:
        words = s.view(np.int32)
        words[t] = t
        out[t] = words[t]
    elif how == 3:
        cuda.atomic.add(s, -1, 1)
    elif how == 4:
        put(s, t)
        out[t] = s[t]
    else:
        s[:] = 7
        for x in s:
            out[t] += x


@cuda.jit(device=True)
def put(s, i):
    s[i] = i


@cuda.jit
def any_size(out):
    """The same, where nothing wants to know its size."""
    s = cuda.shared.array(0, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    out[t] = s[t]
