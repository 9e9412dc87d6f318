# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    for i in range(a.shape[1]):
        a[i] = 0
