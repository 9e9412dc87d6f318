# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit(device=True)
def f(x, i):
    x[i] = 1


@cuda.jit
def k(a, b, n):
    a[0] = f(b, 1)
