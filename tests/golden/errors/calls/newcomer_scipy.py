# k(f32[:], i64)
from numba import cuda

from scipy import special

@cuda.jit
def k(a, n):
    a[0] = special.erf(1.0)
