# SPDX-License-Identifier: Apache-2.0
"""Seed 2063009, opencl:pocl: a number beyond all integers that the driver's compiler sees made rint undefined."""
import math
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(n, o, f):
    v = cuda.selp(0 == n if 0 == n else 1, 9.5e+18, 0.0)
    o[0] = round(v)
    o[1] = math.floor(v)
    o[2] = math.ceil(-v)
    o[3] = math.trunc(v)
    f[0] = v // 1.0
    f[1] = -v // 0.7
    w = float32(1e20)
    f[2] = w // float32(3.0)
    o[4] = round(w)
    o[5] = math.floor(w)
    o[6] = math.ceil(-w)
    o[7] = math.trunc(w)
    f[3] = math.floor(float32(8388607.5))
    f[4] = math.floor(4503599627370495.5)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('scalar', 'f64', -0.0),
    ('array', 'i64', (8,), (1,), 0, 'out', []),
    ('array', 'f64', (5,), (1,), 0, 'out', []),
]
