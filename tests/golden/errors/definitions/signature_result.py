# k(f32[:])
from numba import cuda


@cuda.jit("float32(float32[:])")
def k(a):
    a[0] = 1
