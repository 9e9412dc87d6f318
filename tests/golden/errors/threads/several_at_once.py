# k(f32[:], i64)
import math
from numba import cuda


@cuda.jit
def k(a, n):
    i = cuda.grid(0)
    x = undefined + 1
    a[0.5] = 1
    for j in n:
        a[j] = missing
    a[0] = math.sqt(2.0)
