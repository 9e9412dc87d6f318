# k(f32[:], i64)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, n):
    if n > 3:
        x = (1, 2)
    else:
        x = 1.5
    a[0] = x
