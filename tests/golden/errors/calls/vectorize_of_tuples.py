# run(i64)

from numba import njit, vectorize

@vectorize
def twice(x):
    return x, x

@njit
def run(n):
    return twice(n)
