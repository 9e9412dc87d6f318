# SPDX-License-Identifier: Apache-2.0
"""What threads vote with comes out of a loop."""
from numba import cuda

@cuda.jit
def k(o0, a):
    t = cuda.threadIdx.x
    x = 0
    for j in range(a[0] + 3):
        x += (t * j) ^ 3
    v4 = cuda.ballot_sync(-1, x % 3 == 0)
    o0[t] = v4


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (64, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (64,), (1,), 0, 'out', []),
    ('array', 'i64', (64,), (1,), 0, 'in', []),
]
