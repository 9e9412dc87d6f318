# k(f32[:,:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a):
    row = cuda.grid(0)
    col = cuda.grid(1)
    a[row, col] = 0
