import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    s = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    for j in range(n):
        s[t] = a[t]
        cuda.syncthreads()
        out[t] = s[127 - t]
