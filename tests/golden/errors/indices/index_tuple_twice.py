# k(i64[:], i64)
from numba import cuda


@cuda.jit
def k(m, n):
    t = (n, n + 1, n + 2)
    m[0] = t[1:2, 0]
    m[1] = m.flat[1:2]
    m.flat[1:2, 0] = n
    type Number = int
