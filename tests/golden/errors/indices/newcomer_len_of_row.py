# k(f32[:,:], f32[:])
from numba import cuda


@cuda.jit
def k(a, b):
    for i in range(len(a)[0]):
        b[i] = a[i, 0]
