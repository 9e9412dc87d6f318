# k(f32[:], c128)
import math
from numba import cuda


@cuda.jit
def k(a, z):
    a[0] = z
    a[1] = int(z)
    a[2] = math.sqrt(z)
    a[3] = z.angle
    a[4] = max(z, 1)
