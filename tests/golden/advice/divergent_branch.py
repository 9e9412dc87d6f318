import math
from numba import cuda, float32, int64


@cuda.jit("void(float32[::1], float32[::1], int64)")
def k(a, out, n):
    i = cuda.grid(1)
    if i < out.size:
        if i % 2 == 0:
            out[i] = math.sin(a[i])
        else:
            out[i] = math.cos(a[i])
