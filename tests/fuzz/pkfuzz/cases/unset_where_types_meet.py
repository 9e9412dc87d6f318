# SPDX-License-Identifier: Apache-2.0
"""Seed 1002082, interp: v9, not assigned, was converted behind the loop."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit(device=True)
def d7(p0, p1):
    w8 = 0
    while w8:
        w8 -= 1
        v9 = 0
        if p0:
            v9 /= 0
            break

@cuda.jit
def k():
    v18 = d7(9.5e+18, 0)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'buffer'}
ARGS = [
]
