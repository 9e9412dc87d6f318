# k(f32[:], i64)
from numba import cuda, float32, types, void


@cuda.jit([void(float32[:], types.int64), "void(float32[:])"])
def k(a, n):
    a[0] = n
