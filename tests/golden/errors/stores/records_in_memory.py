# k([('x', '<f4'), ('count', '<i8'), ('v', '<i4', (3,))][:], f32[:], i64)
import numpy as np
from numba import cuda

INNER = np.dtype([("a", np.int16)])


@cuda.jit
def k(p, f, n):
    i = cuda.grid(1)
    f.x = 1
    i.x = 1
    cuda.atomic.add(p["count"], 0, 1)
    cuda.atomic.add(p, 0, 1)
    s = cuda.local.array(2, INNER)
    s[0] = p[i]
    r = p[i] if n > 0 else s[0]
    p[i].count = 1j
    v = p.view(np.int32)
    f[i] = p[0.5]
    k[1, 1](s, f, n)
