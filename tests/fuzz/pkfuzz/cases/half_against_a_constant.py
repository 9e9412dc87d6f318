# SPDX-License-Identifier: Apache-2.0
"""Seed 1062015, cpu: a float16 against 0.0 became a call of fmaxf, which compiled code could not make."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(acc, a, o):
    i = cuda.threadIdx.x
    x = float16(max(a[i], 0.0))
    cuda.atomic.max(acc, 0, x)
    o[i, 0] = x
    o[i, 1] = float16(min(a[i], 0.0))
    o[i, 2] = float16(max(0.0, a[i]))
    o[i, 3] = float16(min(0.0, a[i]))
    o[i, 4] = float16(max(a[i], -0.0))
    o[i, 5] = float16(min(a[i], 1.5))


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (8, 1, 1), 'place': 'buffer'}
ARGS = [
    ('array', 'i64', (1,), (1,), 0, 'out', [3]),
    ('array', 'f16', (8,), (1,), 0, 'in', [NAN, -0.0, 0.0, 5.0, -5.0, INF, -INF, 1.0]),
    ('array', 'f16', (8, 6), (6, 1), 0, 'out', []),
]
