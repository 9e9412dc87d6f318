# k(f32[:], f32[:,:], i64)
from numba import cuda


@cuda.jit
def k(a, A, n):
    a[0] = A.transpose(1, 1)[0, 0]
