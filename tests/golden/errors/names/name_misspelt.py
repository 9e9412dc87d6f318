# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    total = 0.0
    a[0] = totl
