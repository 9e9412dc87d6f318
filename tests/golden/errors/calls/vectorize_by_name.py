# run(f64[::1])

from numba import njit, vectorize

@vectorize
def least(x, y):
    return min(x, y)

@njit
def run(a):
    return least(x=a, y=1.0)
