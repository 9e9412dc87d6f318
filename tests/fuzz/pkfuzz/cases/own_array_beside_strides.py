# SPDX-License-Identifier: Apache-2.0
"""A loop that LLVM had to vectorise, and whose own array took more tests than it
makes: it took the strides of the others for 1 without a test."""
from numba import cuda, int64

@cuda.jit
def k(a1, a2, o0, o1):
    t = cuda.threadIdx.x + 0
    i = t
    v10 = a1[t]
    l11 = cuda.local.array(16, int64)
    for j13 in range(16):
        l11[j13] = 0
    l12 = l11
    v15 = l12[a2[0]]
    cuda.syncthreads()
    o1[i, 0] = v10
    o0[i, 1] += v15


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (2, 1, 1), 'place': 'buffer'}
ARGS = [
    ('array', 'f16', (74,), (3,), 0, 'read', []),
    ('array', 'i8', (7,), (1,), 0, 'read', []),
    ('array', 'u32', (72, 4), (4, 1), 0, 'out', []),
    ('array', 'f64', (72, 3), (-3, 1), 213, 'out', []),
]
