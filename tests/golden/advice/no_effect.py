from numba import cuda, float32


@cuda.jit(device=True)
def clear(s, t):
    s[t] = 0


@cuda.jit("void(float32[::1], float32[::1])")
def k(a, b):
    s = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    if t < 64:
        clear
        s[t] = a[t]
        b[t] == s[t]
    cuda.syncthreads
    if t < 64:
        b[t] = s[63 - t]
