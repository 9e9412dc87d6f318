# k(f32[:], i64)
from numba import cuda

@cuda.jit(device=True)
def f(a):
    a[0] = 1

@cuda.jit
def k(a, n):
    f[1, 1](a)
