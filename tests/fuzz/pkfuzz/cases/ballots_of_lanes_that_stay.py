# SPDX-License-Identifier: Apache-2.0
"""Lanes leave a loop one by one; those that stay vote."""
from numba import cuda

@cuda.jit
def k(a2, o0):
    t = cuda.threadIdx.x + 0
    i = t
    w21 = i
    g22 = cuda.ballot_sync(-1, w21)
    while w21:
        w21 -= 1
        g22 = cuda.ballot_sync(g22, w21)
    v28 = a2[w21 % 7, 0 % 2]
    o0[i, 0] += v28


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (32, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i32', (7, 2), (1, 7), 0, 'read', 123586333),
    ('array', 'i32', (192, 3), (3, 582), 0, 'out', []),
]
