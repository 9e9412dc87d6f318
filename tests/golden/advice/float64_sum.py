from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1])")
def k(a, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        count = 0
        for j in range(a.size):
            total += a[j] * a[i]
            count = count + a[j]
        out[i] = total - count
