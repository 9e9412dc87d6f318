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


@cuda.jit("void(boolean[:], int32[:], float32[:], complex64[:], int64[:], boolean[:], complex64[:])")
def differ_by_kind(p, i, f, z, o, q, y):
    o[:] = (p + p) * 3
    q[:] = i > f
    y[:] = (z + i) * z
    o[:] = np.add(p * p, p) + 1


@cuda.jit("void(boolean[:], int8[:], uint8[:], int32[:], float32[:], complex64[:], int64[:], boolean[:], complex64[:])")
def agree_by_range(p, a, u, i, f, z, o, q, y):
    q[:] = p + p
    o[:] = ((u & p) + p) // 2
    o[:] = (a + a) & 7
    o[:] = a // u % i
    f[:] = (i & p) * f
    f[:] = np.fabs(u)
    q[:] = np.isnan(a + a)
    q[:] = (i % u) > f
    y[:] = z + (i & u)
    o[:] = np.gcd(u, a) + np.abs(u - a)
