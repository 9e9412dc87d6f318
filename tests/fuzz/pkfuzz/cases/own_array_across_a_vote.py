# SPDX-License-Identifier: Apache-2.0
"""Seed 1075940, cpu: array 0 (i64): 8 of 576 elements differ, first at 9: got 140726761819264, want 0"""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(o0):
    i = cuda.grid(1)
    l7 = cuda.local.array(3, uint64)
    for j8 in range(3):
        l7[j8] = 0
    l7[0] -= 1
    v4 = l7[1]
    v10 = cuda.any_sync(-1, 1)
    v11 = cuda.shfl_xor_sync(-1, 0, l7[0])
    o0[i, 1] += v10
    o0[i, 0] += v4


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (192, 3), (3, 1), 0, 'out', []),
]
