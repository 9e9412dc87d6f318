# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    i = cuda.grid(n)
    a[i] = 1
