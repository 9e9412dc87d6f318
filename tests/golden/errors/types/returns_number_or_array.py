# k(f32[:], i64)
from numba import cuda


@cuda.jit(device=True)
def f(a, n):
    if n > 0:
        return 1
    return a


@cuda.jit
def k(a, n):
    a[0] = f(a, n)
