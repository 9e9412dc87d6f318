# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    i = 0
    a[i] = a[i] > 0 ? 1 : 0
