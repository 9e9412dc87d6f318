# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    v = a[0]
    v += cuda.shfl_down_sync(v, 1)
    b[0] = v
