# k(f32[::1], f32[:], i64)
import numpy as np
from numba import cuda, float32, int32

TABLE = np.arange(4, dtype=np.float32)


@cuda.jit(device=True)
def either(x, y, n):
    if n:
        return x
    return y


@cuda.jit
def k(f, g, n):
    own = cuda.local.array(4, float32)
    tile = cuda.shared.array(4, float32)
    if n > 1:
        a = f[:4]
    else:
        a = f[:4].copy()
    g[0] = a[0]
    if n > 2:
        t = (own, 1)
    else:
        t = (tile, 1)
    g[1] = t[0][0]
    if n > 3:
        w = own.flat
    else:
        w = f.flat
    g[2] = w[0]
    b = g if n else own
    c = TABLE if n else f
    d = either(own, f, n)
    e = f or own
    h = None
    if n > 4:
        h = f
    elif n > 5:
        h = tile
    g[3] = 0 if h is None else h[0]

    def inner():
        return a[1]

    g[4] = inner()
    whole = f.view(int32) if n else own
    bytes = f.view(np.uint8).view(np.float32)[1:] if n else f
