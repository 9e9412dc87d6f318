# k(f32[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, n):
    b = np.zeros(3)
    a[0] = b[0]
