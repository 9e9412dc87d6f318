from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    s = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    if t < n:
        out[t] = s[t]
