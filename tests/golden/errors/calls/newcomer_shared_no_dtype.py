# k(f32[:])
from numba import cuda

@cuda.jit
def k(a):
    s = cuda.shared.array(32)
    s[0] = 1
    a[0] = s[0]
