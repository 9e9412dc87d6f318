# SPDX-License-Identifier: Apache-2.0
"""A condition on the block's size decided a variable's type where the launch's block was known: float32 for float64."""
from numba import complex64, complex128, cuda, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

@cuda.jit
def k(a, o):
    t = cuda.threadIdx.x
    v = a[0] * a[1]
    if cuda.blockDim.x % 2:
        v = 0
    o[t] = cuda.shfl_sync(-1, v * a[2] + v, 0)


NAN, INF = float("nan"), float("inf")
LAUNCH = {'kernel': 'k', 'grid': (1, 1, 1), 'block': (2, 1, 1), 'place': 'host'}
ARGS = [
    ('array', 'f32', (3,), (1,), 0, 'in', [1.0000001192092896, 1.0000001192092896, 1.0000001192092896]),
    ('array', 'f64', (2,), (1,), 0, 'out', []),
]
