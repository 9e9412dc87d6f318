# k(f32[:])
from numba import cuda


@cuda.jit(device=True)
def proces(v):
    return v * 2

@cuda.jit
def k(a):
    i = cuda.grid(1)
    a[i] = process(a[i])
