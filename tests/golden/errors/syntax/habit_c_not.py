# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    i = cuda.grid(1)
    if !(i < n):
        a[i] = 0
