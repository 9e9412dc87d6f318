# k(f32[:])
"""Names of the library's own are not for programs."""
from numba import cuda
from portkern.lib import list_get, strided


@cuda.jit
def k(a):
    a[0] = strided(a, 3, 4)[0] + list_get(a, 0)
