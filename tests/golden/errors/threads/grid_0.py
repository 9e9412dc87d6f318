# k(f32[:,:])
from numba import cuda


@cuda.jit
def k(a):
    row = cuda.grid(0)
    col = cuda.grid(1)
    a[row, col] = 0
