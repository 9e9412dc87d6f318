# k(f32[:], i64)
from numba import cuda, float32, int32


@cuda.jit(void(float32[:], int32))
def k(a, n):
    a[0] = 1
