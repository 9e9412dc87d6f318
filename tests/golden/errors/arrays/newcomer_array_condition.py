# k(f32[:], f32[:])
from numba import cuda


@cuda.jit
def k(a, b):
    if a > 0 and b > 0:
        a[0] = 1
