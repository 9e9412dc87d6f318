# k(f32[:])
import numpy as np
from numba import cuda

@cuda.jit
def k(a):
    a[:] = np.where(a > 0)
