# k(f32[:])
from numba import cuda


TABLE = (1.5, 2.5)

@cuda.jit
def k(a):
    TABLE[0] = 1
    t = (1, 2)
    t[0] = 3
    t[2]
    a.shape[5]
    a.shape = 3
