# SPDX-License-Identifier: Apache-2.0
"""Seed 1000016, cpu: UNSUPPORTED: @k: the array that 'x' stands for changes from thread to thread and is used across a barrier"""
import math
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a1, n2, n3, o0, o1, acc, own, lz):
    t = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    i = (cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z)) * 64 + t
    v5 = 7.25 - -1.5
    a6 = a1[uint32(a1[:, 0][::-1].min() % 3)]
    v7 = n2
    if v7 % 3 != 2:
        v8 = cuda.shfl_up_sync(-1, max(math.fmod(v5, 0.001), n3 + 1.5), 13)
    else:
        v9, v10 = (3 >> (a6[a1[i % 3 - 3, i % 1] % 1 - 1] & v7), 3.0)
        for x11 in a6:
            cuda.atomic.min(acc, 2, min(a1[a1[:, 0][1::1].max() % 3, 0], a6[a6[a6[a1[uint32(v7 % 3), t % 1] % 1] % 1 - 1] % t % 1]) * ~a1[int8(a6[v9 % 1]) % 3 - 3, 6 % 1] % 16)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'u16', (3, 1), (1, 1), 0, 'in', 502599100),
    ('scalar', 'u8', 5),
    ('scalar', 'f64', -2.0),
    ('array', 'i8', (128, 5), (1, 128), 0, 'out', 337942002),
    ('array', 'f64', (128, 4), (3, 387), 0, 'out', 588888065),
    ('array', 'f64', (4,), (1,), 0, 'out', [3.0, 3.0, 3.0, 3.0]),
    ('array', 'i32', (128,), (1,), 0, 'out', 951211860),
    ('array', 'f32', (128,), (1,), 0, 'loose', 948909503),
]
