# k(i64, f32[:])
from numba import cuda


@cuda.jit
def k(n, f):
    while x != 1:
        x //= 2
    for i in range(3):
        if i > 1:
            f[i] = y
        y = undefined + 1
