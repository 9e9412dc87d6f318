# A check makes up what a launch knows, where a shape needs it; what is wrong
# under a condition on such a number is wrong all the same.
from numba import cuda
import numpy as np


@cuda.jit(device=True)
def kept(x, n):
    if n == 5:
        return x.missing
    keep = cuda.local.array(n, np.float64)
    keep[n - 1] = x[0]
    return keep[n - 1]


@cuda.jit('void(float64[:], int64)')
def shaped(x, n):
    keep = cuda.local.array(n * 2, np.float64)
    if n > 100:
        keep[0] = x.nothing
    if n < 16:
        small = cuda.local.array(n - 16, np.float64)
        keep[1] = small.size
    x[0] = keep[0] + kept(x, 4)


@cuda.jit('void(float64[:])')
def sized(x):
    s = cuda.shared.array(0, np.float64)
    s[0] = x[s.size - 1]
    x[0] = s[0]
