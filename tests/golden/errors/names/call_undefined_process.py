# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = process(a[i])
