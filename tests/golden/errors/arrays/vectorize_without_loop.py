# run(c128[::1])

from numba import njit, vectorize

@vectorize(["float32(float32)", "float64(float64)"])
def half(x):
    return x / 2

@njit
def run(a):
    return half(a)
