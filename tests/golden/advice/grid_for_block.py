"""gridDim where blockDim is meant."""
import numpy as np
from numba import cuda


@cuda.jit
def wrong(a):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.gridDim.x
    if i < a.size:
        a[i] = 1


@cuda.jit
def right(a, sums):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    block = cuda.blockIdx.x + cuda.blockIdx.y * cuda.gridDim.x
    if cuda.threadIdx.x == 0 and block < sums.size:
        sums[block] = 0
    for k in range(i, a.size, cuda.blockDim.x * cuda.gridDim.x):
        a[k] = 1


wrong[8, 128](np.zeros(1000))
right[8, 128](np.zeros(1000), np.zeros(8))
