from numba import cuda, int64


@cuda.jit("void(int64[::1], int64[::1])")
def k(m, h):
    i = cuda.grid(1)
    if i < m.size:
        h[m[i]] += 1
