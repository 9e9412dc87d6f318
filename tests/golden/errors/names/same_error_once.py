# k(f32[:], i64)
import math
import numpy as np
from numba import cuda, float32


@cuda.jit
def k(a, n):
    for i in range(n):
        for j in range(n):
            for m in range(n):
                a[i] = undefined_thing
                a[j] = a
