# k(f32[:], i64, f64, b1[:])
# Python's own names whose place is taken by something else in kernels.
from numba import cuda
MSG = "verbose"


@cuda.jit
def k(a, n, x, b):
    a[0] = n.bit_length()
    a[1] = n.digits
    a[2] = x.hex()
    a[3] = len(MSG)
    if 'v' in MSG:
        a[4] = 1
    if any(b) or all((n, x)):
        a[5] = 1
    if x is 1.0:
        a[6] = 1
