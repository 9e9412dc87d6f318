# SPDX-License-Identifier: Apache-2.0
"""uint32 numbers with their top bit set, multiplied with signed ones."""
from numba import cuda

@cuda.jit
def k(a, b, c, n, o):
    t = cuda.threadIdx.x
    o[t, 0] = n * a[t]
    o[t, 1] = n * b[t]
    o[t, 2] = a[t] * b[t]
    o[t, 3] = c[t] * a[t]
    o[t, 4] = c[t] * b[t] + t * a[t]


LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (4, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'u32', (4,), (1,), 0, 'in', [4294967295, 2147483648, 2147483647, 5]),
    ('array', 'u16', (4,), (1,), 0, 'in', [65535, 32768, 32767, 5]),
    ('array', 'i32', (4,), (1,), 0, 'in', [-2147483648, -1, 2147483647, 5]),
    ('scalar', 'i8', -3),
    ('array', 'i64', (4, 5), (5, 1), 0, 'out', []),
]
