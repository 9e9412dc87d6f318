# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    if n > 0:
        x = (1, 2)
    else:
        x = (1, 2, 3)
    a[0] = x[0]
