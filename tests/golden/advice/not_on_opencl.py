from numba import cuda, int64


@cuda.jit("void(int64[::1])")
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = cuda.clock64() if hasattr(cuda, "clock64") else 0
