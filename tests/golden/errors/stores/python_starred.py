# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    first, *rest = (1, 2, 3)
    a[0] = first
