# k(f32[:], i64)
from numba import cuda
TABLE = [1, 2, 3]


@cuda.jit
def k(a, n):
    a[0] = TABLE[0]
