# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    if n > 3:
        x = (1, 2)
    else:
        x = 1.5
    a[0] = x
