# k(f32[:], i64)
from numba import cuda


def f(x, y=1):
    return x + y


@cuda.jit
def k(a, n):
    a[0] = f(1, x=2)
