# k(f32[:], i64)
import numpy as np
from numba import cuda

REC = np.dtype([("x", np.float32)])
ITEMS = np.zeros(2, REC)


@cuda.jit
def k(f, n):
    if n and ITEMS[n]:
        f[0] = 1
    while f.dtype or np.sqrt:
        f[1] = 2
    assert not (n and range(n))
    f[2] = 1 if n and f > 1 else not f + 1
    s = "a" if n else "b"
    f[3] = bool(n and s) + (n and f)
