# k(f32[:], c128[:], i64)
import numpy as np
from numba import cuda


def bits(a, n):
    return a[n:n + 4].copy().view(np.int32)


def bytes_of(a):
    return a[:4].copy().reshape(2, 2)[0].view(np.uint8).ravel().T


def halves(z):
    return z[:2].copy().real, 1


@cuda.jit
def k(a, z, n):
    part = z[:2].copy().imag
    seen = a[:2].copy().view(np.int32)
    for i in range(n):
        old, before = part, seen
        part = z[i:i + 2].copy().imag
        seen = a[i:i + 2].copy().view(np.int32)
        a[i] = old[0]
        a[i] = before[0]
    v = bits(a, 1)
    w = bytes_of(a)
    x = halves(z)
    y = max(a, default=1)
