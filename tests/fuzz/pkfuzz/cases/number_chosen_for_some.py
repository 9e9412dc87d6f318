# SPDX-License-Identifier: Apache-2.0
"""A number chosen by a parameter, in a branch that some threads take, was the first lane's, which was not there."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a, n, o, p):
    i = cuda.threadIdx.x
    if i % 7 == 5:
        if n > 0:
            p[i] = 1
            v = n
        else:
            v = 0
        o[i] = a[v]


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (4,), (1,), 0, 'in', [11, 12, 13, 14]),
    ('scalar', 'i64', -1),
    ('array', 'i32', (32,), (1,), 0, 'out', []),
    ('array', 'i32', (32,), (1,), 0, 'out', []),
]
