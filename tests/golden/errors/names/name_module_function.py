# k(f32[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, n):
    a[0] = np.sinus(a[0])
