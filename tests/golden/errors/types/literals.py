# k(f32[:])
from numba import cuda


@cuda.jit
def k(a):
    a[0] = 100000000000000000000000
    a[1] = 0xffffffffffffffff
    a[2] = "text"
    a[3] = None
    a[4] = ...
    a[5] = (1, 2)
