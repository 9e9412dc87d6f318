# k(f32[:], c128[:], i64)
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def any(x):
    return x


def take(x, n=0):
    return x


@cuda.jit
def k(f, z, n):
    f[0] = np.sum(v for v in f) + np.max([v for v in f]) + len(v for v in f) + np.prod(v for v in f)
    f[1] = any(v for v in f) + take(n, n=[v for v in f])
    f[2] = min(v for v in ()) + max(()) + max([v for v in (1, ())[1]]) + min((v for v in ()), default=3)
    f[3] = max(1, (v for v in f))
    f[4] = sum(v.foo
               for v in f)
    f[5] = all([v.foo for v in f])
    f[6] = z[0].astype(float32)
    f[:] = z.astype(float32)
    f[7] = z[:4].real.astype(float32)[0]
