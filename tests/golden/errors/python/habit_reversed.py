# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    for i in reversed(range(n)):
        a[i] = 0
