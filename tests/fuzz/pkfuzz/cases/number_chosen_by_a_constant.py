# SPDX-License-Identifier: Apache-2.0
"""Seed 1073947, cpu: array 1 (u8): 3 of 768 elements differ, first at 42: got 0, want 129"""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a1, o0, orec):
    t = cuda.threadIdx.x + 0
    i = t
    v25 = 0
    if cuda.threadIdx.x % 7:
        return
    for j31 in range(1, 3):
        if (j31 + 1) % 3:
            orec[i].u = 0
            continue
        v25 = 1
    v35 = cuda.match_any_sync(-1, a1[0 - 1, v25 % 2])
    o0[i, 0] += v35


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'b1', (1, 2), (2, 1), 0, 'read', 570204776),
    ('array', 'u8', (256, 3), (3, 1), 0, 'out', []),
    ('array', "[('u','<i4'),('w','<i2'),('g','|i1'),('v','<i4'),('h','<u4',(3,)),('n','<i8')]", (256,), (1,), 0, 'out', []),
]
