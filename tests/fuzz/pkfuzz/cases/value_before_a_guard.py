# SPDX-License-Identifier: Apache-2.0
"""Seed 1044610, cpu: a value computed before a condition that threads share was kept only where it held."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(o0, o1):
    t = cuda.blockDim.y * cuda.threadIdx.z
    i = 0
    v15 = 1 | t
    v17 = t
    v15 *= v17 + v15
    if cuda.blockDim.x % 5 == 0:
        o1[i, 0] = 0
    cuda.syncthreads()
    o0[i, 2] += v15


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (58, 5), (5, 1), 0, 'out', []),
    ('array', 'f32', (58, 4), (1, 58), 0, 'out', []),
]
