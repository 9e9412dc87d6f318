# k(f32[:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def proces(v):
    return v * 2

@cuda.jit
def k(a):
    i = cuda.grid(1)
    a[i] = process(a[i])
