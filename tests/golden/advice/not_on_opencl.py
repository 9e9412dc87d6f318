import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(int64[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = cuda.clock64() if hasattr(cuda, "clock64") else 0
