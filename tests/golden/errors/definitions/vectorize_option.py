# half(f64)

from numba import vectorize

@vectorize(fastmaths=True)
def half(x):
    return x / 2
