# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, njit, types, void


@cuda.jit(inline="sometimes", fastmath=3)
def k(a):
    a[0] = 1
