from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        t = cuda.local.array(4, float32)
        t[0] += a[i]
        out[i] = t[0]
