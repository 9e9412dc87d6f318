# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, njit, types, void


@njit(inline="maybe", parallel=3, fastmath={"nnan", "contrakt"})
def f(x):
    return x


@njit(inline=True, parallel={"fussion": False}, fastmath="fast")
def g(x):
    return x


@cuda.jit
def k(a):
    a[0] = f(1) + g(2)
