# k(f32[:], i64)
from numba import cuda, float32, void


@cuda.jit(void(float32[:], int))
def k(a, n):
    a[0] = n
