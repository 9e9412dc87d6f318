import numpy as np
from numba import cuda


@cuda.jit
def k(a, cfg):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = cfg["scale"]


k[8, 128](np.zeros(1000, np.float32), {"scale": 2.0})


@cuda.jit
def chosen(a, mode):
    i = cuda.grid(1)
    if i < a.size and mode:
        a[i] = 1


mode = "ones"
chosen[8, 128](np.zeros(1000, np.float32), mode)
mode = 1
chosen[8, 128](np.zeros(1000, np.float32), mode)
