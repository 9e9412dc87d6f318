# k(f32[:,:], f32[:])
from numba import cuda


@cuda.jit
def k(a, b):
    i = cuda.grid(1)
    if i < a.shape(0):
        b[i] = a[i, 0]
