# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    mid = a[0]
    low = mid
    a[low] = 1
