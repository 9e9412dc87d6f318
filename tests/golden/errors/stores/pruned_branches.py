# k(f32[:], i64, none)
from numba import cuda

N = 4
TUP = (1, 2)


@cuda.jit
def k(a, n, nothing):
    if N == 4:
        a[0] = 1
    else:
        a[0] = "left out"
    if nothing is not None:
        a[0] = nothing + 1
    if a.ndim == 2:
        a[0, 0] = 1
    if TUP[0] == 2:
        a[0] = "left out"
    if N + 1 > 5 or n:
        a[0] = 2
    if len(TUP) != 2:
        a[0] = "left out"
    if N == 4 and True:
        a[0] = 3
    else:
        a[0] = "left out"
    if n > 0 and nothing is not None or N == 5:
        a[0] = "left out"
    if a[n] > 0 and N == 5:
        a[0] = "must type"
    while N == 1:
        a[0] = "must type"
