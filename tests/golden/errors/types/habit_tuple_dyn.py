# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    t = ()
    for i in range(3):
        t = t + (i,)
    a[0] = t[0]
