# k(i64[:])
import math
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

@cuda.jit
def k(a):
    a[0] = fib(a[0])
