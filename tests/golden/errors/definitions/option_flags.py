# k(f32[:])
from numba import cuda, njit


@njit(inline="maybe", parallel=3, fastmath={"nnan", "contrakt"})
def f(x):
    return x


@njit(inline=True, parallel={"fussion": False}, fastmath="fast")
def g(x):
    return x


@cuda.jit
def k(a):
    a[0] = f(1) + g(2)
