# k(f32[:], f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, b, n):
    c = float32(b)
    a[0] = c
