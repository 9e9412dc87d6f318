# k(f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, n):
    s = cuda.shared.array(n / 2, float32)
    a[0] = 1
