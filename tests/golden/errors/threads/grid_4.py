# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    i = cuda.grid(4)
    a[0] = 1
