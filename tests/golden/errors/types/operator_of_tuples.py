# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    t = (n, n)
    a[0] = t * 2.5
