from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    t = cuda.threadIdx.x
    if t == 0:
        out[0] += a[0]
