# add(f64[::1], f64)

from numba import vectorize

@vectorize
def add(x, y):
    return x + y
