# k(f32[:])
# What numba.cuda and numba have, and kernels here have not.
import numba
from numba import cuda


@cuda.jit
def k(x):
    x[0] = cuda.ldcg(x, 0)
    cuda.stwt(x, 0, 1)
    l = numba.typed.List()
    t = numba.typeof(x)
    f = cuda.declare_device("f", "f4(f4)")
