# k(f32[:], i64)
import numpy as np
from numba import cuda

WRONG = np.finfo(np.int32)


@cuda.jit
def k(a, n):
    a[0] = np.iinfo(np.float32).max
    a[1] = np.finfo(n).eps
    a[2] = np.finfo(a).eps
    a[3] = np.iinfo(np.int32).eps
    a[4] = WRONG.eps
