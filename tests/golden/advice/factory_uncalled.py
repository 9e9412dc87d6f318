# SPDX-License-Identifier: Apache-2.0
# A function that makes kernels and is called elsewhere.
import numpy as np
from numba import cuda


def make(width, scale=4):
    @cuda.jit("f4[:], f4[:]")
    def scaled(a, b):
        i = cuda.grid(1)
        if i < a.size:
            a[i] = b[i] * np.float32(scale)

    @cuda.jit("void(f4[:, :])")
    def cleared(a):
        i = cuda.grid(1)
        if i < width:
            a[i, 0] = 0

    return scaled, cleared
