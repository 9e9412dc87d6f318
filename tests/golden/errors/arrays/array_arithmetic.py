# k(f32[:], f32[:], f32[:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, b, out):
    out = a + b
    c = a * 2
    d = -a
    if a:
        pass
    if a == b:
        pass
