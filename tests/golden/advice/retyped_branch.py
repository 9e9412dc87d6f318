from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        x = 0
        if a[i] > 0:
            x = 0.5
        out[i] = x
