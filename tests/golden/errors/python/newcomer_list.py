# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, int32

@cuda.jit
def k(a):
    l = []
    l.append(1)
    a[0] = l[0]
