# k(f32[:], i64)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def find(a, n):
    for i in range(a.size):
        if a[i] == n:
            return i

@cuda.jit
def k(a, n):
    a[0] = find(a, n)
