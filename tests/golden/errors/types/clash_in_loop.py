# k(f32[:], i64)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, n):
    x = 0
    for i in range(n):
        a[i] = x
        x = a
