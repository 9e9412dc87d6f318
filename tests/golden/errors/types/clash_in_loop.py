# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    x = 0
    for i in range(n):
        a[i] = x
        x = a
