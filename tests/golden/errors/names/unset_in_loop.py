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
    go = True
    while go:
        z = absent + 1
        go = z > 2
    f[0] = z
