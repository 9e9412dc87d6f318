# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    s = set()
    s.add(n)
    if n in s:
        a[0] = 1
