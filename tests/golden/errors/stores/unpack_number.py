# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    x, y = n
    a[0] = x
