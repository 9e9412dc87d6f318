# k(f32[:], f32[:], i64)
import math
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def k(a, b, n):
    i = cuda.blockIdx.x * cuda.blockDim + cuda.threadIdx.x
    a[i] = 0
