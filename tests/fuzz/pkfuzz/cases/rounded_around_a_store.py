# SPDX-License-Identifier: Apache-2.0
"""Intel's compiler ended the process: it made vectors of a loop that calls a function for what
each round of a loop inside stores to the same place."""
from numba import cuda, float32


@cuda.jit
def k(o):
    i = cuda.threadIdx.z
    cuda.syncthreads()
    o[i] = round(float32(i))


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 8), 'place': 'host'}
ARGS = [
    ('array', 'f32', (8,), (1,), 0, 'out', 3),
]
