# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    class P:
        x = 1
    a[0] = 1
