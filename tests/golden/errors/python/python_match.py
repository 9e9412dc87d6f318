# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    match n:
        case 1:
            a[0] = 1
        case 2 | int():
            a[0] = 2
