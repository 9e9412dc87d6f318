# k(f32[:], f64)
import numpy as np
from numba import cuda

@cuda.jit
def k(a, b):
    a[0] = b.astype(np.float32)
