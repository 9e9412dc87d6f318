# k(f32[:], i64)
from numba import cuda


@cuda.jit("int64(int64)", device=True)
def f(x):
    return x + 1


@cuda.jit
def k(a, n):
    a[0] = f(a)
