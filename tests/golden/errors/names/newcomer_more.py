# k(f32[:], f32[:,:], i64)
import numpy as np
from numba import cuda

data = [1, 2, 3]
cfg = {"tile": 16, 3: 2.5}


@cuda.jit(device=True)
def scaled(x, by=2):
    return x * by


@cuda.jit
def k(x, a, n):
    i = cuda.grid(1)
    x[i] = a[i, 0].mean()
    x[i] = x[i].astype(np.int32)
    x[i] = x[i].shape
    for v in data:
        x[i] += v
    x[i] = a.shape
    x[i] = cfg["tiles"]
    x[i] = cuda.shfl_down(x[i], 1)
    while i < n:
        i += cuda.gridsize
    x[i] = scaled(x[i], 3, n)
    x[i] = np.float32(x[i], 2)
    x[i] = np.mean(a, axis=0) + a.max(axis=1)
    x[i] = scaled * 2
    if i in range(3, n):
        x[i] = np.median(x) + np.linalg.norm(a) + np.cov(a)
    x[i] = np.diff(x)[0] + np.shape(a)[0] + np.bincount(x)
