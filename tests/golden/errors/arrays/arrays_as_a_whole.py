# kernel(f32[:], f32[:,:], i64[:], c64[:])
import numpy as np
from numba import cuda


@cuda.jit
def kernel(f, A, m, c):
    x = f + 1
    A[0] = A
    f[0] = f
    f[:3] = (1, (2, 3))
    f[::0] = 1
    f[1.5:] = 1
    f[..., ...] = 1
    f[m] = 1
    f[m > 2] = 1
    m += 0.5
    np.add(f, 1j, f)
    np.add(f, f, 3)
    np.add(f, A, f)
    f[:] = f & 1
    f[:] = A @ A
    f[:] = c
    f[:] = g[:] = f + 1
    return f * 2
