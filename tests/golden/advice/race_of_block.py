from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    t = cuda.threadIdx.x
    out[cuda.blockIdx.x] = a[t] if t < n else float32(0)
