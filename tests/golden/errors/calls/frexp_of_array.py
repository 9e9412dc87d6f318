# f(f64[::1])
import numpy as np
from numba import cuda


@cuda.jit
def f(x):
    m, e = np.frexp(x)
    x[0] = m[0]
