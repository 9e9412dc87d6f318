# k(f32[:], f32[:,:], i64)
from numba import cuda


@cuda.jit
def k(a, A, n):
    x, y, z = cuda.grid(2)
    A[x, y] = z
