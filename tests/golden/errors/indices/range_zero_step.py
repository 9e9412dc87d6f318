# k(f32[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, n):
    for i in range(0, n, 0):
        a[i] = 1
    for i in range(n, 0, 0.0):
        a[i] = len(range(0, n, np.int8(0)))
