# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    for i, j in range(n), range(n):
        a[i] = j
