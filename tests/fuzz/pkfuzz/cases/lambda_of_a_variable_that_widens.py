# SPDX-License-Identifier: Apache-2.0
"""Seed 1035344, all legs: a lambda in a loop whose variable changed its type did not unify with itself."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a1, a2):
    v17 = a1[0]
    for x19 in a2:
        h20 = lambda p: v17
        for x23 in a2:
            h20(0)
            v17 = 0


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'i32', (71,), (1,), 0, 'in', []),
    ('array', 'i8', (3,), (1,), 0, 'read', []),
]
