# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, int32

class P:
    x = 1

@cuda.jit
def k(a):
    p = P()
    a[0] = p.x
