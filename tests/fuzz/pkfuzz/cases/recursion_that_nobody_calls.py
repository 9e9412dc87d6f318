# SPDX-License-Identifier: Apache-2.0
"""Seed 1045799, cpu: a function that calls itself and that nobody calls any more stayed."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit(device=True)
def d9(level, p0, p1):
    v11 = d10(0, uint32(3)) if p0 else 0
    return 0

@cuda.jit(device=True)
def d10(level, p0):
    if level:
        return 0
    v13 = d9(0, 3, p0) if not p0 == p0 else 0

@cuda.jit(device=True)
def d14(p0, p1):
    return d9(0, 0, 0)

@cuda.jit
def k():
    d14(0, 2)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
]
