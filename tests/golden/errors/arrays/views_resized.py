# k(f32[::1, :], f32[()], bool[:])
import numpy as np
from numba import cuda


@cuda.jit
def k(a, z, b):
    a.view(np.float64)
    z.view(np.int16)
    b.view(np.int32)
    v = b[:4].view(np.bool_)
