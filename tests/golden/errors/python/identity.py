# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(f, g, n):
    r = range(n)
    f[0] = r is r
    f[1] = f.dtype is g.dtype
