import numpy as np
from numba import cuda


@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


x = np.zeros(1000, np.float32)
k[1000 / 128, 128](x)
