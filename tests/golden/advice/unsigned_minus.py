from numba import cuda, float64


@cuda.jit("void(uint8[::1], uint8[::1], float64[::1])")
def k(p, q, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = abs(float(p[i] - q[i]))
