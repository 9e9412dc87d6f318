import cmath
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int32, int64, njit


@cuda.jit("void(float32[:, ::1])")
def k(A):
    row, col = cuda.grid(2)
    if row < A.shape[0] and col < A.shape[1]:
        A[row, col] = 0
