import math
from numba import cuda, float32

from numba.cuda.random import xoroshiro128p_uniform_float32


@cuda.jit("void(float32[:, ::1], float32[::1])")
def lengths(points, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.hypot(points[i, 0], points[i, 1])


@cuda.jit("void(float32[:, :], float32[:, :])")
def turned(points, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        point = points[i]
        out[i, 0] = -point[1]
        out[i, 1] = point[0]


@cuda.jit("void(uint64[:, ::1], float32[::1])")
def throw(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = xoroshiro128p_uniform_float32(states, i)


@cuda.jit("void(float32[:, ::1], float32[::1])")
def first(points, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = points[i, 0]
