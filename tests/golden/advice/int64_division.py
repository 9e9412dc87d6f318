from numba import cuda, int64


@cuda.jit("void(int64[::1], int64)")
def k(m, n):
    i = cuda.grid(1)
    if i < m.size:
        m[i] = m[i] // n + m[i] % n
