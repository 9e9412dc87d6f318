# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    for i in range(0, n, 0.5):
        a[0] = i
