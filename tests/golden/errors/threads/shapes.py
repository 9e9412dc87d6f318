# k(f32[:], i64)
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, n):
    s = cuda.shared.array(n, dtype=float32)
    t = cuda.local.array((4, n), np.float32)
    u = cuda.shared.array(1.5, np.float32)
    v = cuda.shared.array(16, 3)
    w = cuda.local.array(0, np.float32)
    x = cuda.shared.array((0, 2), np.float32)
    y = cuda.shared.array(-1, np.float32)
    z = cuda.shared.array(1 << 40, np.float32)
    d = cuda.shared.array(0, np.float32)
    d.size
    len(d)
