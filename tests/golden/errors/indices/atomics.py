# k(f32[:], i8[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, b, n):
    cuda.atomic.add(b, 0, 1)
    cuda.atomic.add(a, (0, 1), 1)
    cuda.atomic.add(a, 1j, 1)
    cuda.atomic.and_(a, 0, 1)
    cuda.atomic.add(n, 0, 1)
    cuda.atomic.add(a, 0, a)
    t = cuda.local.array(3, np.int32)
    cuda.atomic.add(t, 0, 1)
    cuda.atomic.cas(a, 0, 1, 2)
