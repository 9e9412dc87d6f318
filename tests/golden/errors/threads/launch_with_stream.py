# k(f32[:], i64)
from numba import cuda


@cuda.jit
def other(a, n):
    a[0] = n


@cuda.jit
def k(a, n):
    other[1, 32, 7](a, n)
