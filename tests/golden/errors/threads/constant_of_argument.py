# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    t = cuda.const.array_like(a)
    a[0] = t[0]
