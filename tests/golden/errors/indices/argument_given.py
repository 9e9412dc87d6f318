# k(f64[:], f64, f64[:, :], i64)
# A launch gave another type than the kernel is written for: which parameter it was.
from numba import cuda

@cuda.jit
def k(x, y, z, n):
    i = cuda.grid(1)
    if i < n:
        x[i] = y[i]
        x[i] = z[i]
