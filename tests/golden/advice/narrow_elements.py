import numpy as np
from numba import cuda


@cuda.jit("void(int8[:], int8[:], float32[:], int32[:], uint64[:], int64[:], int8[:], float64[:])")
def differ(a, b, f, i, u, l, o, d):
    o[:] = (a + b) // 2
    o[:] = a * (a + b) % b
    d[:] = f + i
    d[:] = (f * f + i) * f
    d[:] = u + l
    o[:] = np.maximum(a - b, b)
    d[0] = np.sum((a + b) * l)
    d[:] = np.where(a + b > 0, a, b)
    o[:] = a << (b + b)
    d[:] = -(a * b) + 3


@cuda.jit("void(int8[:], int8[:], uint8[:], float32[:], int16[:], int8[:], float32[:])")
def agree(a, b, u, f, h, o, d):
    o[:] = (a + b) * a - (a ^ b)
    o[:] = -(a * b) + 3
    o[:] = ~(a & b) % b
    d[:] = (f + h) * f
    d[:] = f * h
    f[:] = 2 * f
    o[:] = u // u % u
    o[:] = np.add(a, b) // 2
    o[:] = (a + b) << 1
    o[:] = a + b
    o[:] = o // 2
