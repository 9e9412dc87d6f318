# SPDX-License-Identifier: Apache-2.0
"""Loops over enumerate, zip, np.ndindex and np.ndenumerate, of arrays, ranges
and tuples, within each other and with break and continue."""
import numpy as np
from numba import cuda, float32

WEIGHTS = (0.25, 0.5, 0.125)


@cuda.jit
def enumerated(x, a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        for k, v in enumerate(x):
            out[i, 0] += k * v
        for k, w in enumerate(WEIGHTS, 1):
            out[i, 1] += w * k
        for k, row in enumerate(a):
            if k == 1:
                continue
            out[i, 2] += row[0] * k
            if k > 2:
                break
        for k, n in enumerate(range(i, -3, -2), start=i):
            out[i, 3] += k * n


@cuda.jit
def zipped(x, y, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        for u, v in zip(x, y):
            out[i, 0] += u * v
        for u, k, w in zip(x[i:], range(10, 20, 3), WEIGHTS):
            out[i, 1] += u * k + w
        for k, (u, v) in enumerate(zip(x, y[::-1])):
            out[i, 2] += k * u - v
        for t in zip(range(i)):
            out[i, 3] += t[0]
        for (k, u), v in zip(enumerate(x, 5), y):
            out[i, 4] += k * v - u
        else:
            out[i, 4] += 0.5


@cuda.jit
def places(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        for p, q in np.ndindex(a.shape):
            out[i, 0] += a[p, q] * (p - q)
        for p, q, r in np.ndindex(2, i, 3):
            out[i, 1] += p * 100 + q * 10 + r
        for p in np.ndindex(max(i - 2, 0)):
            out[i, 2] += p[0]
        for (p, q), v in np.ndenumerate(a):
            if v < 0:
                break
            out[i, 3] += v * p + q
        for k, (place, v) in enumerate(np.ndenumerate(a.T)):
            out[i, 4] += k * v * place[1]


@cuda.jit(device=True)
def dot(x, y):
    s = 0.0
    for u, v in zip(x, y):
        s += u * v
    return s


@cuda.jit
def held(x, out):
    s = cuda.shared.array(64, dtype=float32)
    t = cuda.threadIdx.x
    s[t] = x[t]
    cuda.syncthreads()
    pairs = enumerate(s)
    for k, v in pairs:
        out[t] += v * (k % 3)
    out[t] += dot(s[:8], x)


@cuda.jit
def lengths(out, start, stop, step):
    n = 0
    for _ in zip(range(start, stop, step)):
        n += 1
        if n > 1000:
            break
    out[0] = n


@cuda.jit
def falling(out, start, stop, step):
    n = 0
    for j in range(start, stop, step):
        if n == 2:
            n += 1
            continue
        out[n] = j
        n += 1
        if n == 6:
            break
    out[6] = n


@cuda.jit
def strides(out, step):
    for j in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[j] = 2 * j
    cuda.syncthreads()
    if cuda.grid(1) == 0:
        for j in range(0, out.size, step):
            out[j] += 1
