# k(f32[:])
from numba import cuda


@cuda.jit("void(float32[0])")
def k(a):
    a[0] = 1
