# k(f32[:], f64)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, x):
    a[x] = 1
    a[x > 1] = 2
    a["one"] = 3
    a[None] = 3
