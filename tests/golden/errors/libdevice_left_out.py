# kernel(f64[:])
"""Of the names of libdevice a few are left out; the hint says why."""
from numba import cuda
from numba.cuda import libdevice


@cuda.jit
def kernel(out):
    out[0] = libdevice.j0(1.0)
    out[1] = libdevice.erfinv(0.5)
    out[2] = cuda.libdevice.normcdfinvf(0.5)
