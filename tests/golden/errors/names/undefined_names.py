# k(f32[:])
import math
import numpy as np
from numba import cuda


@cuda.jit
def k(array):
    i = cuda.grid(1)
    arry[i] = 1
    array[i] = math.sqr(2.0) + np.flot32(1)
    cuda.syncthread()
