# k(f32[:], i64)
from numba import cuda


@cuda.jit
def k(a, n):
    for i in range(n):
        for j in range(n):
            for m in range(n):
                a[i] = undefined_thing
                a[j] = a
