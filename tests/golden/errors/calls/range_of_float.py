# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    for i in range(1.5):
        a[i] = 1
