# k(f32[:], f32[:,:])
from numba import cuda


@cuda.jit(device=True)
def scale(x, y):
    return x * y

@cuda.jit
def k(a, b):
    a[0] = scale(a[0], 2)
    a[1] = scale(a, 3)
    a[2] = scale(b[0], b[1])
