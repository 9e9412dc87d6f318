# k(f64[:])
from numba import cuda

@cuda.jit
def k(x):
    print(x.dtype)
    print(f"{x.dtype}", x)
    print(range(3))
