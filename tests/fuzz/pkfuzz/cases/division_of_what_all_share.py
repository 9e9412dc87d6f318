# SPDX-License-Identifier: Apache-2.0
"""A division of numbers that all threads have, by only some of them, became one by the first lane in LLVM's vectors."""
import math
import numpy as np
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64
REC = np.dtype([('f', '|u1'), ('x', '<u2'), ('v', '<f8'), ('m', [('c', '|i1'), ('a', '<i2')]), ('u', '<i8', (2,)), ('n', '<u8')])
a1 = 0

@cuda.jit(device=True)
def d12(p0, p1, p2):
    return 0

@cuda.jit(device=True)
def d28(a, k, n):
    if k > 2:
        return a[k % a.shape[0]]
    return 0

@cuda.jit
def k(o0, a5):
    t = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y + 0)
    i = t
    cx, cy, cz = cuda.grid(3)
    s33 = cuda.shared.array(16, REC)
    s33.m.c[t] = d28(a5.m.a[1::1], cuda.threadIdx.x, 0) if cx else 0
    cuda.syncthreads()
    v44 = s33.m.c[t]
    o0[i, 2] += v44


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (4, 4, 1), 'place': 'buffer'}
ARGS = [
    ('array', 'i8', (64, 3), (3, 1), 0, 'out', []),
    ('array', "[('f','|u1'),('x','<u2'),('v','<f8'),('m',[('c','|i1'),('a','<i2')]),('u','<i8',(2,)),('n','<u8')]", (3,), (1,), 0, 'in', 493906318),
]
