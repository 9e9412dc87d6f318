"""Conflicts hang on the shape of the block, which the launches show."""
import numpy as np
from numba import cuda, float32, float64


@cuda.jit
def square(a, out):  # two rows of the block are a warp: 8 of one bank
    s = cuda.shared.array((16, 16), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    s[x, y] = a[y, x]
    cuda.syncthreads()
    out[y, x] = s[y, x]


@cuda.jit
def padded(a, out):
    s = cuda.shared.array((16, 17), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    s[x, y] = a[y, x]
    cuda.syncthreads()
    out[y, x] = s[y, x]


@cuda.jit
def tall(a, out):  # along y: no conflict but where rows are asked for
    s = cuda.shared.array((32, 32), float32)
    y = cuda.threadIdx.y
    r = cuda.shared.array((32, 32), float32)
    s[0, y] = a[y]
    r[y, 1] = a[y]
    cuda.syncthreads()
    out[y] = s[0, 31 - y] + r[31 - y, 1]


@cuda.jit
def remainders(a, out):  # t // 8 and t % 8 are known, too
    s = cuda.shared.array((8, 8), float32)
    t = cuda.threadIdx.x
    if t < 64:
        s[t // 8, t % 8] = a[t]
    cuda.syncthreads()
    if t < 64:
        out[t] = s[t % 8, t // 8]


@cuda.jit
def odd_doubles(a, out):  # rows of 7: half a warp is served at a time
    s = cuda.shared.array((32, 7), float64)
    t = cuda.threadIdx.x
    s[t, 3] = a[t]
    cuda.syncthreads()
    out[t] = s[31 - t, 3]


x = np.zeros((64, 64), np.float32)
v = np.zeros(64, np.float32)
w = np.zeros(64)
square[1, (16, 16)](x, x)
padded[1, (16, 16)](x, x)
tall[1, (1, 32)](v, v)
remainders[1, 64](v, v)
odd_doubles[1, 32](w, w)
