# k(f32[:,:], i64)
from numba import cuda


@cuda.jit
def k(a, i):
    a[i, i, i] = 1
    a[i][i][i] = 1
    i[0] = 1
    i.x = 1
    a.flags
