# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    for i, x in enumerate(a, 0.5):
        a[0] = x
