# k(i64, f32[:])
from numba import cuda


@cuda.jit(["void(int8, float32[:])", "void(int16, float32[:])"])
def k(n, a):
    a[0] = n
