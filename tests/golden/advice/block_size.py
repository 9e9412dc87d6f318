import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]


x = np.ones(100, dtype=np.float32)
k[1, 100](x, x)
