# k(f32[::1], i64)
from numba import cuda, float32


@cuda.jit
def other(a):
    a[0] = 1


@cuda.jit
def more(a, n, m=[]):
    a[0] = n


@cuda.jit(device=True)
def called(a):
    other[1, 32](a)


@cuda.jit
def k(a, n):
    s = cuda.shared.array(8, float32)
    other[32](a)
    other[1, 32, 7](a)
    other[1, 2.5](a)
    other[(1, 2, 3, 4), 32](a)
    other[1, 32](s)
    other[1, 32]((n, (a, s)))
    t = (n, n, n, n, n, n, n)
    other[1, 32]((t, t, t, t, t, t, t, t))
    v = a.reshape(1, 1, 1, 1, 1, 1, 1, -1)
    u = (v, v, v, v, v)
    other[1, 32]((u, u, u))
    other[1, 32](a, n)
    other[1, 32](b=a)
    other[1, 32](a, a=a)
    more[1, 32](n=1)
    more[1, 32](a, n=1)
    called[1, 32](a)
    called(a)
