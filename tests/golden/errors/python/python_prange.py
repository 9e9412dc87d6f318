# k(f32[:], i64)
import numba
from numba import cuda


@cuda.jit
def k(a, n):
    for i in numba.prange(n):
        a[i] = 1
