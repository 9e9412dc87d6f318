# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    a[0] = 123456789012345678901234567890
