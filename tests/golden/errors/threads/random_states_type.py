# k(f32[:], i64)
import numba
from numba import cuda


@cuda.jit
def k(a, n):
    a[0] = numba.cuda.random.xoroshiro128p_uniform_float32(a, 0)
