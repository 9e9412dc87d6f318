# k(f32[:], f32[:], f32[:])
from numba import cuda


@cuda.jit
def k(a, b, out):
    out = a + b
    c = a * 2
    d = -a
    if a:
        pass
    if a == b:
        pass
