# SPDX-License-Identifier: Apache-2.0
"""All lanes read the lane that a ballot names."""
from numba import cuda

@cuda.jit
def k(o1):
    t = cuda.threadIdx.x + 0
    i = t
    v10 = cuda.shfl_sync(-1, 1 % t, cuda.ffs(cuda.ballot_sync(-1, True)) - 1)
    o1[i, 1] += v10


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (16, 1, 1), 'place': 'buffer'}
ARGS = [
    ('array', 'f32', (36, 3), (3, 1), 0, 'out', []),
]
