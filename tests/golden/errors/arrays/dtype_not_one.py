# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    s = cuda.shared.array(8, 5)
    a[0] = 1
