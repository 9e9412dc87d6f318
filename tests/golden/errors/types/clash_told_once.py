# k(f64[:])
from numba import cuda

@cuda.jit
def k(x):
    t = (1, 2)
    for i in range(3):
        t = t + (i,)
    x[0] = t[0]
