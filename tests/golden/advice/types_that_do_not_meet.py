from numba import cuda


@cuda.jit
def sign(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            word = 'pos'
        else:
            word = 3
        if word == 3:
            out[i] = 1
