# k(f32[:])
from numba import cuda

N = 4
M = 5
del M


def configure(n):
    if n > 1:
        global N
        N = n


@cuda.jit
def k(a):
    a[0] = N
    a[1] = M
