# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, njit, types, void


def f(*a):
    return a[0]


def g(a, **n):
    return a


@cuda.jit
def k(a):
    a[0] = f(1) + g(2)
