# k(f32[:], f32[:])
from numba import cuda


@cuda.jit
def k(self, a):
    i = cuda.grid(1)
    self.out[i] = a[i]
