# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    t = (1, 2)
    t[0] = n
    a[0] = t[0]
