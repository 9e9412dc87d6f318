import numpy as np
from numba import cuda


@cuda.jit
def k(a, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = 1


x = np.zeros(100, np.float32)
k[1, 128](x)
