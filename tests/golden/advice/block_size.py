import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


x = np.ones(100, dtype=np.float32)
k[1, 100](x, x)
