# add(f64[::1], f64[::1])

from numba import guvectorize

@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def add(x, y):
    for i in range(len(x)):
        y[i] = x[i] + 1
