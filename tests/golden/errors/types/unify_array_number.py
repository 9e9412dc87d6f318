# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    if n > 0:
        x = a
    else:
        x = 1
    a[0] = x
