from numba import cuda, int64


@cuda.jit("void(int64[::1], int64, uint64)")
def k(out, n, u):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = n + u
