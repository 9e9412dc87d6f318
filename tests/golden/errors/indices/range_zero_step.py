# k(f32[:], i64)
import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit
def k(a, n):
    for i in range(0, n, 0):
        a[i] = 1
    for i in range(n, 0, 0.0):
        a[i] = len(range(0, n, np.int8(0)))
