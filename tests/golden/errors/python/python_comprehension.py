# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    b = [x * 2 for x in a]
    a[0] = 1
