# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler made vectors of a sum of -x in shared memory, and lost it."""
from numba import cuda, float64


@cuda.jit
def k(x, o):
    t = cuda.threadIdx.x
    s = cuda.shared.array(32, float64)
    s[t] = 0
    cuda.syncthreads()
    cuda.atomic.sub(s, 0, x[0])
    cuda.syncthreads()
    o[t] = s[0]


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'u16', (1,), (1,), 0, 'in', [58]),
    ('array', 'f64', (32,), (1,), 0, 'out', []),
]
