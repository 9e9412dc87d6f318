# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    x = a[0.5:]
    x[0] = 1
