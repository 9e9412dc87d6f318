# k(f32[:])
from numba import cuda

import sys

SIGNATURE = sys.argv[1]


@cuda.jit(SIGNATURE)
def k(a):
    a[0] = 1
