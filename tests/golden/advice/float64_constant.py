from numba import cuda, float32, int64
SCALE = 0.5


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * SCALE
