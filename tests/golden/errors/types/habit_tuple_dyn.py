# k(f32[:], f32[:], i64)
import math
import numpy as np
from numba import cuda, float32, int32


@cuda.jit
def k(a, b, n):
    t = ()
    for i in range(3):
        t = t + (i,)
    a[0] = t[0]
