# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    b[0] = a[[1, 2, 3]]
