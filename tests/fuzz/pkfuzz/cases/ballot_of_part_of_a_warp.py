# SPDX-License-Identifier: Apache-2.0
"""A ballot is read by all lanes, also those of a last warp that is not full."""
from numba import cuda

@cuda.jit
def k(o0):
    t = cuda.threadIdx.x + 0
    i = t
    v4 = cuda.ballot_sync(-1, 1)
    o0[i, 0] += v4


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (40, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i64', (160, 3), (3, 1), 0, 'out', []),
]
