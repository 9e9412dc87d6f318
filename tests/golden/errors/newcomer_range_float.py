# k(f32[:], f64)
import math
import numpy as np
from numba import cuda, float32, int32

@cuda.jit
def k(a, b):
    for i in range(b):
        a[i] = 1
