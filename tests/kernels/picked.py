# SPDX-License-Identifier: Apache-2.0
"""Elements of an array picked by arrays of integers, np.take(a, m) and a[m], as parts
of array expressions: stored and reduced."""
import numpy as np
from numba import cuda

TABLE = np.array([5.0, 7.0, -2.0, 0.5])


@cuda.jit
def stored(x, m, A, out):
    out[:5] = np.take(x, m)
    out[5:10] = x[m] * 2 + 1
    out[10:13] = A.take(m[:3])
    out[15:20] = TABLE[m % 4] + x[-m] * (x[m] > 2)
    out[20:25] = np.where(m > 2, x[m], np.take(A, -m))
    out[25] = m[m[m[1]]]
    q = A[:2, :2]
    q[:] = np.take(x, m[:4].reshape(2, 2)[::-1])
    q += x[m[1:3]]
    m[3:] -= m[:3][np.abs(m[:2]) % 3]
    out[26:31] = x[::-1][m[np.abs(m) % 5]]


@cuda.jit
def reduced(x, m, A, out):
    out[0] = np.sum(np.take(x, m))
    out[1] = x[m % 3].max() + np.mean(x[m - 1] + m)
    out[2] = sum(x[m]) + any(x[m] > 3) + max(x[m])
    out[3] = np.sum(A.take(m[:4].reshape(2, 2)) * A[:2, :2]) + x[m].argmax()
    out[4] = np.count_nonzero(x[m] == x[m[0]]) + TABLE[m % 4].min()
    for k in range(3):
        out[5] += x[m[k:]].sum() * k
    t = cuda.local.array(4, np.float64)
    t[:] = x[m[1:]]
    out[6] = t[m % 4].sum() + np.all(t[m % 4] > 0)


@cuda.jit
def outside(x, m, out):
    out[:] = x[m]


@cuda.jit
def overlaps(x, m):
    x[:] = x[m]


@cuda.jit
def next_to(x, m):
    x[:3] = x[3:][m]
