import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(int64[::1], int64)")
def k(m, n):
    i = cuda.grid(1)
    if i < m.size:
        m[i] = m[i] // n + m[i] % n
