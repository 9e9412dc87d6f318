# of_parameter(f64)

from numba import float32, njit, types

@njit(locals={"x": float32})
def of_parameter(x):
    x = x / 3
    return x
