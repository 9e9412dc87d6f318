# k(f32[:], i64[:], c128[:], i64)
from numba import cuda


@cuda.jit
def k(a, m, c, n):
    m += 0.5
