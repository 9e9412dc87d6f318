# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    b = {1: 2}
    a[0] = 1
