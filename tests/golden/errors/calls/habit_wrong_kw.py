# k(f32[:], f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, b, n):
    s = cuda.shared.array(shape=16, type=float32)
    s[0] = 1
