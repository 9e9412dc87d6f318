# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    x, y = a[0]
    a[0] = x
