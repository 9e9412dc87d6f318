# k(f32[:])
from numba import cuda

@cuda.jit
def k(a):
    l = []
    l.append(1)
    a[0] = l[0]
