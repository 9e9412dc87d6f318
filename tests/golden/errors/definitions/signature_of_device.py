# k(f32[:], i64)
from numba import cuda, njit


@njit("float32(complex64, float32)")
def convert(z, x):
    return z


@cuda.jit("int32(float32[:])", device=True)
def first(a):
    return a[0]


@cuda.jit
def k(a, n):
    a[0] = convert(1, 2)
    a[1] = first(n)
