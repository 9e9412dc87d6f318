# k(f32[:], i64)
from numba import cuda, float32


def own(v):
    l = cuda.local.array(4, float32)
    l[:] = v
    return l


def deeper(n):
    if n == 0:
        return own(1)
    return deeper(n - 1)


def even(n):
    l = cuda.local.array(4, float32)
    l[:] = n
    return l if n < 1 else odd(n - 1)


def odd(n):
    return even(n - 1) if n > 0 else own(3)


def kept(a, n):
    return own(n) if n else a


def second(a, b):
    return b


@cuda.jit
def k(out, n):
    a = deeper(n)
    b = odd(n)
    c = own(0)
    for i in range(n):
        d = c
        c = own(i)
        out[i] = d[0]
    e = own(0)
    for i in range(n):
        e = kept(e, i)
    f = cuda.local.array(4, float32)
    for i in range(n):
        g = f
        f = cuda.local.array(4, float32)
        out[i] = g[0]
    h = kept(kept(own(1), 1), 0)
    p = q = r = own(1)
    for i in range(n):
        s, p = p, own(i)
        q = second(q, own(i))
        for v in r:
            r = own(i)
            out[i] = v
    t = second(h, own(n) if h[0] > 2 else h)
