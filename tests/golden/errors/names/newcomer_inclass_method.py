# k(f32[:])
import math
import numpy as np
from numba import cuda, float32, int32

class helper:
    @staticmethod
    def run(x):
        return x

@cuda.jit
def k(a):
    a[0] = helper.run(1)
