# k(c128[:], c128)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, z):
    a[0] = z ** 2
    a[1] = z ** 0.5
    a[2] = z ** z
    a[3] = abs(z)
