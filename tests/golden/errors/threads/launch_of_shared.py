# k(f32[:], i64)
from numba import cuda, float32


@cuda.jit
def other(a, n):
    a[0] = n


@cuda.jit
def k(a, n):
    s = cuda.shared.array(8, float32)
    other[1, 32](s, n)
