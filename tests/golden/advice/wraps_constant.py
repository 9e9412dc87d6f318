from numba import cuda


@cuda.jit("void(uint8[::1])")
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 300
