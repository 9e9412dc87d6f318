# SPDX-License-Identifier: Apache-2.0
"""Stores side by side became one, behind a load of what one of them stored."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a, n, o):
    i = cuda.threadIdx.x
    a[2 * i] = i + 1
    o[i] = a[2 * i + n]
    a[2 * i + 1] = 7


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'buffer'}
ARGS = [
    ('array', 'i64', (64,), (1,), 0, 'out', []),
    ('scalar', 'i64', 0),
    ('array', 'i64', (32, ), (1,), 0, 'out', []),
]
