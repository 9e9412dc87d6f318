# k(f32[:])
from numba import cuda, float32, njit


@njit(error_model="c", forceobj=True, locals={"x": float32}, nopython=False, inlien="always")
def f(x):
    return x


@cuda.jit
def k(a):
    a[0] = f(1)
