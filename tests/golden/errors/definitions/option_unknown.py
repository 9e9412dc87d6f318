# k(f32[:])
from numba import cuda


@cuda.jit(fastmaht=True, bogus=1)
def k(a):
    a[0] = 1
