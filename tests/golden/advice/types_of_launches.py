import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, p, out, n, t):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + p[i, 0] + n + t[1]


def main():
    n = 100
    rng = np.random.default_rng(1)
    x = rng.random(n).astype(np.float32)
    d = cuda.to_device(x)
    out = cuda.device_array_like(d)
    k[(n + 31) // 32, 32](d, np.full((n, 2), 1.5), out, x.shape[0], (1, 2.5))
    k[(n + 31) // 32, 32](np.arange(n), np.array([[1, 2], [3, 4]]), out, np.float32(n), x.shape + (1,))
