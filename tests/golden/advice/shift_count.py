from numba import cuda, int64


@cuda.jit("void(int64[::1])")
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = i << 64
