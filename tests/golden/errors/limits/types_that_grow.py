# k(f64[:])
from numba import cuda
@cuda.jit(device=True)
def f(t, n):
    if n > 0:
        return f((t, 1.0), n - 1)
    return 1.0
@cuda.jit
def k(o):
    o[0] = f((1, 2), 5)
