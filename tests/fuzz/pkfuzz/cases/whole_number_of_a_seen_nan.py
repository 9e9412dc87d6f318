# SPDX-License-Identifier: Apache-2.0
"""Seeds 1051888, 1051923 and 1051926, opencl:pocl: a NaN that the driver's compiler sees made floor undefined."""
import math
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(o1):
    v5 = math.inf + 0 + math.fmod(9.5e+18, 255.0)
    v6 = 0 * v5
    v7 = 0
    v7 //= v6
    o1[0] = v7
    o1[1] = v6 // 3.0
    o1[2] = 3.0 // v5
    o1[3] = v5 // 3.0
    o1[4] = v6 % 3.0
    o1[5] = math.floor(v6)
    o1[6] = math.ceil(v6)
    o1[7] = math.trunc(v6)
    o1[8] = round(v6)
    v8 = float32(v6)
    o1[9] = v8 // float32(3.0)
    o1[10] = math.floor(v8)
    o1[11] = math.trunc(v8)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f64', (12,), (1,), 0, 'out', []),
]
