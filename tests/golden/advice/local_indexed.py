from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        t = cuda.local.array(8, float32)
        for j in range(8):
            t[j] = a[i]
        out[i] = t[i % 8]
