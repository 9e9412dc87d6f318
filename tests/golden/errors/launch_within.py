# k(f32[:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def other(a):
    a[0] = 1

@cuda.jit
def k(a):
    other[1, 32](a)
