# k(f32[:], f32[:,:], i64)
from numba import cuda


@cuda.jit
def k(a, A, n):
    a[:] = A.sum(axis=0)
