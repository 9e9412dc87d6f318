# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    x = any((t := v) > 3 for v in a)
    y = sum(w + None for w in a)
    z = max((v for v in a), key=abs)
    u = min((v for v in a), n)
    g = (v for v in a)
    t = tuple(v for v in a)
    s = sum(v for v in n)
    r = any(q for p in a)
    o = any(v async for v in a)
