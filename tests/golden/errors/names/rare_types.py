# k(i64[:], i64)
import math
import numba
import numpy as np
from numba import carray, cuda


@cuda.jit
def k(a, n):
    d = np.datetime64("2020-01-01")
    s = np.timedelta64(3, "D")
    b = carray(a, 3)
    h = numba.types.bfloat16(n)
    breakpoint()
    a[0] = repr(n)
    a[1] = n.bit_count()
    a[2] = math.dist((1, 2), (3, 4)) + math.comb(n, 2) + math.fsum((1, 2))
    a[3] = math.isclose(n, 3)
    for x in iter(a):
        a[4] = x
    a[5] = cuda.float4x(1)
