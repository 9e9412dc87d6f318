# k(f32[:], f32[:,:], i64)
from numba import cuda


@cuda.jit
def k(a, A, n):
    x, y = cuda.grid(1)
    A[x, y] = 1
