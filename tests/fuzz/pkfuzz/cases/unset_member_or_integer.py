# SPDX-License-Identifier: Apache-2.0
"""Seed 1031775, interp: v5, not assigned, became an integer behind the loop without a conversion."""
from enum import Enum, IntEnum
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

class E0(IntEnum):
    B = 3

@cuda.jit(device=True)
def d3(p0, p1, p2):
    w4 = 0
    while w4:
        w4 -= 1
        v5 = 0
        if p2:
            break
        v5 = E0.B

@cuda.jit
def k():
    v10 = d3(0, 1.5, 0)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
]
