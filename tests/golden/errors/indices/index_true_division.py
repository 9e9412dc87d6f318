# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    i = n / 2
    a[i] = 1
