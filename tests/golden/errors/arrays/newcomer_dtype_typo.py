# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    b = cuda.local.array(4, 'flaot32')
    a[0] = b[0]
