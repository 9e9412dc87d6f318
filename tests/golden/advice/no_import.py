# k(f32[:])
"""A decorator whose module nobody imports makes no kernel."""
import numpy as np


@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += np.float32(1)


@nb.njit(fastmath=True)
def helper(x):
    return x
