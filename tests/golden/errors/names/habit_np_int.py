# k(f32[:], f32[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, b, n):
    a[0] = np.int(b[0])
