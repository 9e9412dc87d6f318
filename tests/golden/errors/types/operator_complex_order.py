# k(f32[:], i64[:], c128[:], i64)
from numba import cuda


@cuda.jit
def k(a, m, c, n):
    if c[0] < 1:
        a[0] = 1
