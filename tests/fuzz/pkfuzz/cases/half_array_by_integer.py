# SPDX-License-Identifier: Apache-2.0
"""Seed 1014275: float16 arrays beside integers of more than 8 bits are computed in float32."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a1, n3, oh):
    oh[0:] += a1 * (n3 // 1)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f16', (4,), (2,), 0, 'read', 723520412),
    ('scalar', 'i8', 127),
    ('array', 'f16', (128, 4), (12, 2), 0, 'out', 989131911),
]
