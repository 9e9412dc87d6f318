# What only running the program tells is no error: the rest is checked.
import os

import numpy as np
from other_library import scale
from numba import cuda

SIZE = int(os.environ["SIZE"])


@cuda.jit("void(float32[::1])")
def tiled(a):
    tile = cuda.shared.array(SIZE, np.float32)
    i = cuda.grid(1)
    if i < a.size:
        tile[cuda.threadIdx.x] = scale(a[i])
        a[i] = tile[SIZE - 1] + missing


def main(shape):
    count = len(shape)

    @cuda.jit
    def counted(a):
        part = cuda.local.array(count, np.float32)
        part[0] = a[0]
        a[0] = part[0]

    counted[1, 1](np.zeros(8, np.float32))


def units():
    import cupy as cp
    from scipy import constants

    @cuda.jit
    def scaled(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = cp.float32(a[i] * constants.c)

    @cuda.jit
    def of_its_time(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] *= constants.mu_0

    scaled[1, 32](cp.zeros(8, dtype=cp.float32))
    of_its_time[1, 32](cp.ones(8, cp.float64))
