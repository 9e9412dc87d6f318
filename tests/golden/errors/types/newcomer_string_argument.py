# k(f32[:], i64)
from numba import cuda

@cuda.jit
def k(a, b):
    if b == 'x':
        a[0] = 1
