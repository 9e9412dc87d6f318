# k(f32[:])
from numba import cuda


@cuda.jit
def k(a, n):
    a[0] = n
