# kernel(f64[:])
"""Of the names of libdevice the Bessel functions are left out; the hint says so."""
from numba import cuda
from numba.cuda import libdevice


@cuda.jit
def kernel(out):
    out[0] = libdevice.j0(1.0)
    out[1] = cuda.libdevice.ynf(2, 0.5)
