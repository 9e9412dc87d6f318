# k(f32[:], i64)
from numba import cuda
import sys
WHICH = sys.argv[1]


@cuda.jit(boundscheck=WHICH)
def k(a, n):
    a[0] = n
