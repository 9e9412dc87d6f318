# k(f32[:])
from numba import cuda, float32

@cuda.jit
def k(a):
    s = cuda.shared.array(len(a), float32)
    s[0] = 1
    a[0] = s[0]
