# f(f64[::1])

from numba import float32, njit

@njit(locals={"y": float32[:]})
def f(x):
    y = x
    return y[0]
