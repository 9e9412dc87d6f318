# k(f32[:], i64)
from numba import cuda

counter = 0

@cuda.jit
def k(a, n):
    global counter
    counter += 1
    a[0] = counter
