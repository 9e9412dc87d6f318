import numpy as np
from numba import cuda


@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


k[(1, 2, 3, 4), 128](np.zeros(512, np.float32))
