# k(f32[:])
from numba import cuda


def f(*a):
    return a[0]


def g(a, **n):
    return a


@cuda.jit
def k(a):
    a[0] = f(1) + g(2)
