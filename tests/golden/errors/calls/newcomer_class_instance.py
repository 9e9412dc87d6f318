# k(f32[:])
from numba import cuda

class P:
    x = 1

@cuda.jit
def k(a):
    p = P()
    a[0] = p.x
