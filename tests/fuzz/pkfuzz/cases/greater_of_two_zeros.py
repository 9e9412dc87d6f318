# SPDX-License-Identifier: Apache-2.0
"""fmax of 0.0 and -0.0: NumPy gives either, by the processor; Numba gives the first."""
import numpy as np
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a2, o1):
    i = 0
    l19 = cuda.local.array(2, float64)
    for j20 in range(2):
        l19[j20] = 0
    l21 = cuda.local.array(2, float64)
    for j22 in range(2):
        l21[j22] = a2[1, 0 % 6].real * 0
    np.fmax(l19, l21, l21)
    v23 = l21[0]
    o1[i, 1] = v23


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (1, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'c64', (7, 6), (-1, -7), 41, 'in', 289149254),
    ('array', 'f32', (52, 4), (-1, 53), 51, 'out', []),
]
