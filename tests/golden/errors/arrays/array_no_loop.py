# k(f32[:], i64[:], c128[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, m, c, n):
    a[:] = np.bitwise_and(a, a)
