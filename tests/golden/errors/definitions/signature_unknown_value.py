# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, njit, types, void

import sys

SIGNATURE = sys.argv[1]


@cuda.jit(SIGNATURE)
def k(a):
    a[0] = 1
