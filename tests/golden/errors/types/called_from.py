# k(f32[:], i64)
from numba import cuda


def inner(v):
    return v @ 2


def outer(v):
    return inner(v[0])


@cuda.jit
def k(a, n):
    a[0] = outer(a)
