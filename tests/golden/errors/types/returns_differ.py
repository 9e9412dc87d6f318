# k(f32[:], i64)
from numba import cuda


@cuda.jit(device=True)
def f(a, n):
    if n:
        return a
    return 1

@cuda.jit
def k(a, n):
    f(a, n)
