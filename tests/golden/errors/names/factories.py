# k(f32[:], i64)
import sys
from numba import cuda


def make(n, op=None):
    @cuda.jit
    def kernel(a, m):
        a[0] = n
        a[1] = op(m)
        a[2] = later
        a[3] = missing
    later = 2
    return kernel


def endless(n):
    return endless(n)


def unsure(n):
    for i in range(n):
        if i > 2:
            return make(i)


k = make(len(sys.argv), op=endless(1))
other = unsure(3)
