# SPDX-License-Identifier: Apache-2.0
"""Seed 1000223, cpu.plain: array 3 (i64): 32 of 96 elements differ, first at 0: got 4, want 32"""
import math
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit(device=True)
def d7(p0):
    v12 = 3 | 0 if p0 >= p0 and p0 != p0 else p0 // 3 & 3
    return uint8(int(float64(v12)) & ~(1099511627779 - 1))

@cuda.jit(device=True)
def d13(p0, p1, p2):
    return float32(p0 % (3 // p1))

@cuda.jit
def k(a1, a2, a3, n4, n5, n6, o0, o1, oz):
    t = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    i = cuda.grid(1)
    s14 = cuda.shared.array(32, int64)
    s14[t] = int64(t + i)
    cuda.syncthreads()
    v15 = t
    v16 = float64(a2[-4 % 32]) / 1j.real
    v17 = (a1[i % 3, -2, -3] / a1[-6 % 3 - 3, -2, 1]).conjugate().real
    v18 = i * n4
    v19 = d13(cuda.fma(v17, 1e-40, 1e+30), uint64(i), uint16(n5))
    v23 = s14[14]
    for j24 in range(0, 2):
        v17 = min(a1[a2[i] % 3, int16(a2[int32(v23) % 32] % 3), 1].imag, v16 if t >= 32 else v17)
    v25 = cuda.syncthreads_count(v15 < 9223372036854775807 or (n4 if n4 else n4 == n4))
    v26 = s14[t]
    o1[i, 0] = v17
    o0[i, 0] = v26
    o0[i, 2] = v15
    o0[i, 0] += v25


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'c128', (3, 3, 3), (-4, -16, 0), 40, 'read', 371702044),
    ('array', 'i16', (32,), (1,), 0, 'read', 800460591),
    ('array', 'i64', (5, 6, 6), (144, 18, -3), 15, 'read', 1006452240),
    ('scalar', 'b1', True),
    ('scalar', 'i64', 1),
    ('scalar', 'i8', -128),
    ('array', 'i64', (32, 3), (3, 1), 0, 'out', 58647446),
    ('array', 'f32', (32, 3), (3, 1), 0, 'out', 422969747),
    ('array', 'c64', (32, 3), (3, 99), 0, 'out', 40866525),
]
