# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    global count
    count = 1
