# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    b = a.copy()
    a[0] = b[0]
