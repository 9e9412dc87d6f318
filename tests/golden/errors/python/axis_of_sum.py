# k(f32[:, :], f32[:])
import math
import numpy as np
from numba import cuda


@cuda.jit
def k(a, out):
    out[:] = a.sum(axis=0)
    out[0] = np.sum(a, 1)
    out[0] = a.sum(dtype=3)
    out[0], out[1] = np.divmod(out, 2)
    out[0] = np.isnat(out[0])
    out[0] = math.dist((1, 2), (3, 4))
    out[0] = math.log(out[0], 2)
    out[0] = np.heaviside(out[0], 1)
    out[0] = np.round(out[0], decimal=2)
    out[0] = out[0].bit_count()
