# k(f32[:])
import numpy as np
from numba import cuda, float32


import torch
DATA = np.arange(10)
N = len(DATA)
SIZE = [1, 2]
f = torch.compile(DATA)

@cuda.jit
def k(a):
    a[0] = DATA[0]
    a[1] = N
    a[2] = torch.sin(a[0])
    a[3] = f(a[0])
    a[4] = SIZE[0]
    a[5] = np.linalg.norm(a)
    s = cuda.shared.array(N, dtype=float32)
