# k(f32[:], i64)
from numba import cuda, float32


@cuda.jit
def k(a, n):
    t = cuda.local.array(4, float32)
    cuda.atomic.add(t, 0, 1)
