"""How often each digit occurs: shared memory, barriers and atomics."""
import numpy as np
from numba import cuda, int32

BINS = 10


@cuda.jit
def count(digits, bins):
    block = cuda.shared.array(BINS, int32)
    t = cuda.threadIdx.x
    if t < BINS:
        block[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), digits.size, cuda.gridsize(1)):
        cuda.atomic.add(block, digits[i], 1)
    cuda.syncthreads()
    if t < BINS:
        cuda.atomic.add(bins, t, block[t])


digits = np.array([int(d) for d in str(2**9999)])
bins = np.zeros(BINS, np.int32)
count[4, 32](digits, bins)
print("histogram", bins.tolist(), bins.sum() == digits.size)
