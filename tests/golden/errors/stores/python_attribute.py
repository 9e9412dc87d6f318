# k(f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, n):
    a.dtype = float32
