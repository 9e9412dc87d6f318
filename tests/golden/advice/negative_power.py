from numba import cuda, float64


@cuda.jit("void(float64[::1])")
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i ** -1
