# k(f32[:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a):
    a[0] = 100000000000000000000000
    a[1] = 0xffffffffffffffff
    a[2] = "text"
    a[3] = None
    a[4] = ...
    a[5] = (1, 2)
