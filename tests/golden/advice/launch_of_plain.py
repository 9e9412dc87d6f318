import numpy as np
from numba import cuda


def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1


k[1, 128](np.zeros(128, np.float32))
