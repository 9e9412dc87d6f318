# SPDX-License-Identifier: Apache-2.0
"""The vote is used where the launch's block never comes."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a1, n2, n3, o0):
    t = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y + 0)
    i = t
    s6 = cuda.shared.array(64, float64)
    s6[t] = 0
    cuda.syncthreads()
    v9 = 0
    v10 = cuda.shfl_xor_sync(-1, 0, i)
    v11 = cuda.all_sync(-1, a1[n3 % 6, -4] % 2 > 0)
    v12 = cuda.eq_sync(-1, t)
    w13 = 0
    while w13 > 0:
        w13 -= 1
        v14 = cuda.syncthreads_or(n2 == 9.5e+18)
        if t >= 64:
            if a1[0 % 6, 0 % 4]:
                v9 = v14
            else:
                o0[i, 3] += v9


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (16, 4, 1), 'place': 'host'}
ARGS = [
    ('array', 'i16', (6, 4), (4, 1), 0, 'read', []),
    ('scalar', 'f32', -0.0),
    ('scalar', 'i32', 0),
    ('array', 'u16', (256, 5), (21, -3), 12, 'out', []),
]
