# add(f64, f64)
import math
import numpy as np
from numba import cuda, float32


from numba import vectorize

@vectorize
def add(x, y):
    return x + y
