import numpy as np
from numba import cuda

@cuda.jit("void(int32[:], float64)")
def child(a, x):
    a[0] = x

@cuda.jit
def grand(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += b[i]

@cuda.jit
def parent(p, q, s):
    child[1, 1](p, s)
    grand[1, 32](q, q)


@cuda.jit
def halves(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b[i] // 2


@cuda.jit
def outer(p, q):
    halves[1, 32](p, q)


x = np.zeros(32, np.int16)
halves[1, 32](x, x)
