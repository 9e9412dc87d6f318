# f(f64[:,:], i64)
import numpy as np
from numba import njit


@njit
def f(a, n):
    s = 0.0
    for x, y in np.nditer([a, a]):
        s += x.item()
    for x in np.nditer(((a, a),)):
        s += 1.0
    for x in np.nditer(()):
        s += 1.0
    for x in np.nditer("text"):
        s += 1.0
    for x, y in np.nditer((a, n)):
        x[0] = y.item()
        s += x.itme()
    return s
