# k(f32[:])
from numba import cuda


@cuda.jit
def k(a):
    x = a[0]
    y = x << 1
    z = x & 3
    w = ~x
    v = 1j // 2
    u = 1j < 2j
