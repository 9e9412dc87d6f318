# k(i64[:])
from numba import cuda


@cuda.jit(device=True)
def down(n):
    return down(n - 1)


@cuda.jit(device=True)
def ping(n):
    return pong(n) * 2


@cuda.jit(device=True)
def pong(n):
    return ping(n - 1) + 1


@cuda.jit(device=True)
def fine(n, x):
    return x[n] + 'a' if n > 0 else fine(n - 1, x)


@cuda.jit
def k(a):
    a[0] = down(a[0])
    a[1] = ping(a[1])
    a[2] = fine(a[2], a)
    k(a)
