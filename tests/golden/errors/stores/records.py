# k([('x', '<f4'), ('count', '<i8'), ('v', '<i4', (3,))][:], f32[:], i64)
import numpy as np
from numba import cuda

INNER = np.dtype([("a", np.int16)])


@cuda.jit
def k(p, f, n):
    i = cuda.grid(1)
    f[i] = p[i].y
    f[i] = p["coun"][i]
    f[i] = p.z[i]
    p[i].w = 1
    p.x = 1
    p[i] = 1
    p[i] = (1, 2)
    p[i] = INNER
    f[i] = p[i]
    f[i] = p[i][n]
    f[i] = p[i].v
    p[i].v = p[i]
    f[:] = p
    f[:] = p + 1
    f[i] = p.sum()
    if p[i]:
        f[i] = 1
    if p[i] == p[0]:
        f[i] = 1
    print(p[i])
