# f(f64[::1])

from numba import njit, void

@njit(locals={"y": void})
def f(x):
    y = x
    return y[0]
