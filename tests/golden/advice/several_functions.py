import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(float32[:])")
def first(a):
    a[0] = missing


@cuda.jit("void(float32[:])")
def second(a):
    a[0] = [1, 2]
    with a:
        pass


@cuda.jit("void(float32[:])")
def third(a):
    if cuda.threadIdx.x == 0:
        a[0] = 1
