from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    if cuda.threadIdx.x < 32:
        cuda.syncthreads()
    if cuda.grid(1) < n:
        out[cuda.grid(1)] = 1
