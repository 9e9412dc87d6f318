# k(f32[:], i64)
import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit
def k(a, n):
    t = cuda.const.array_like(a)
    a[0] = t[0]
