# k(f32[:], f32)
from numba import cuda, float32

@cuda.jit
def k(a, b):
    s = cuda.shared.array(b, float32)
    s[0] = 1
    a[0] = s[0]
