# k(f32[:], i64)
from numba import cuda

from numba import typed

@cuda.jit
def k(a, n):
    d = typed.Dict()
    d[1] = 2
    a[0] = d[1]
