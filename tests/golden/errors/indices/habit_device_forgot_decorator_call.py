# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit(device=True)
def f(x):
    x[0] = 1


@cuda.jit
def k(a, b, n):
    f[1, 32](a)
