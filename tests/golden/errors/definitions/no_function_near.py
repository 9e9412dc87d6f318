# doubel(f32[:])
import math
import numpy as np
from numba import cuda, float32, njit, types, void


@cuda.jit
def double(a):
    a[0] *= 2


def helper(x):
    return x
