import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(int64[::1])")
def total(data):
    i = cuda.threadIdx.x
    s = cuda.shared.array(128, int64)
    if i < len(data):
        s[i] = data[i]
        cuda.syncthreads()
        s[i] += 1
        cuda.syncthreads()
        data[i] = s[0]
