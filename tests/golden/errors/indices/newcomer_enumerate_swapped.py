# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    for x, i in enumerate(a):
        a[i] = x
