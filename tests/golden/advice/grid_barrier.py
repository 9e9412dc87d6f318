import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(int64[::1])")
def k(a):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
    g.sync()
