# k(f32[:], f64[:,:])
import numpy as np
from numba import cuda

TABLE = np.array(2.5)


@cuda.jit
def k(a, b):
    a[0] = TABLE[0]
    a[1] = b[0, 1, 2]
    cuda.atomic.add(b, 1, 2)
