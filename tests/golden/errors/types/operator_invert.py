# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    x = 1.5
    a[0] = ~x
