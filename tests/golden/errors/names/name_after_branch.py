# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    if n > 3:
        pass
    a[0] = x
    x = 1
