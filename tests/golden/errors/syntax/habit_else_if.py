# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    i = 0
    if n:
        i = 1
    else if n > 2:
        i = 3
    a[i] = 0
