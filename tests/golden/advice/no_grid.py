# k(f32[:])
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += np.float32(1)


@cuda.jit
def of_a_thread(x):
    x[0] = 1


def main():
    x = np.zeros(100, np.float32)
    k(x)
    k[1, 128](x)
    configured = of_a_thread[1, 1]
    configured(x)
