from numba import cuda, float32, int32


@cuda.jit("void(float32[::1], int32[::1])")
def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i]
