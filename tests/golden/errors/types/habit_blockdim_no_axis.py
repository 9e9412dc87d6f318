# k(f32[:], f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, b, n):
    i = cuda.blockIdx.x * cuda.blockDim + cuda.threadIdx.x
    a[i] = 0
