# nothing(f32[:])
from numba import cuda


@cuda.jit
def kernel(a):
    pass
