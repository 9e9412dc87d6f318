# k(f64[:], i64)
from numba import cuda, types, void


@cuda.jit(["void(float32[:], int64)", void(types.int32[:], types.f8)])
def k(a, n):
    a[0] = n
