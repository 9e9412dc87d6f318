# k(f32[:], i64)
import numpy as np
from numba import cuda


@cuda.jit
def k(a, n):
    for i, v in enumerate(n):
        a[i] = v
    for x, y in zip(a, (1, 2.5)):
        a[0] = x + y
    for x in zip():
        a[0] = x
    for p in np.ndindex(a):
        a[p] = 1
    for p, v in np.ndenumerate(n):
        a[p] = v
    for i, v in enumerate(a, 1.5):
        a[i] = v
    for i, v, w in enumerate(a):
        a[i] = v
