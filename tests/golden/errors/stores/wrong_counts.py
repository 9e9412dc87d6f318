# k(f32[:])
import math
from numba import cuda


@cuda.jit(device=True)
def f(x, y, z=1):
    return x

@cuda.jit
def k(a):
    i, j = cuda.grid(1)
    x, y, z = cuda.grid(2)
    f(1)
    f(1, 2, 3, 4)
    f(1, 2, w=3)
    f(1, 2, x=3)
    abs(1, 2)
    abs()
    math.sqrt(x=1.0)
    range()
    cuda.syncthreads(1)
