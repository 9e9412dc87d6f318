# k(f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, n):
    b = cuda.local.array(size=4, dtype=float32)
    a[0] = b[0]
