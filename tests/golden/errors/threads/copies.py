# k(f32[:], i64)
import numpy as np
from numba import cuda


def window(a, n):
    return a[n:n + 4].copy()


@cuda.jit
def k(a, n):
    new = a[:4].copy()
    for i in range(n):
        old = new
        new = a[i:i + 4].copy()
        a[i] = old[0]
    v = window(a, 1)
    w = a[n:].astype(np.int32)
    x = a[:1 << 30].copy()
    y = a[:4].astype(3)
    z = np.copy(n)
    p = a[n:2 * n].copy()
    q = a[:8][n:].T.copy()[:n].copy()
    r = a[::2][max(n, 3):n + 3].copy()
    s = a.view(np.int32)[1:].copy()
    t = a[n + 0 * (n := n + 9):n + 3].copy()
