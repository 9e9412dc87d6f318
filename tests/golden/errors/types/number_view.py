# k(f64[:], bool[:], i64[:])
import numpy as np
from numba import cuda


@cuda.jit
def k(x, b, out):
    out[0] = x[0].view(np.int32)
    out[1] = np.float32(x[0]).view(3)
    out[2] = b[0].view(np.int8)
    out[3] = np.float16(x[0]).view(np.uint16) + x[0].view(np.int64)
    out[4] = x[0].view()
