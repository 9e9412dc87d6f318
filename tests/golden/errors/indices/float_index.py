# k(f32[:], f64)
from numba import cuda


@cuda.jit
def k(a, x):
    a[x] = 1
    a[x > 1] = 2
    a["one"] = 3
    a[None] = 3
