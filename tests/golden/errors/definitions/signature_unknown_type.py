# k(f32[:], i64)
from numba import cuda


@cuda.jit("void(flaot32[:], int64)")
def k(a, n):
    a[0] = n
