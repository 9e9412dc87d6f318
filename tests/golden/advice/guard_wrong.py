import numpy as np
from numba import cuda


@cuda.jit("void(float32[:])")
def one_too_many(a):
    i = cuda.grid(1)
    if i <= a.size:
        a[i] = 1


@cuda.jit("void(float32[:], float32[:])")
def behind_the_end(a, b):
    i = cuda.grid(1)
    if i > 0 and i >= len(a):
        a[i] = b[0]


@cuda.jit("void(float32[:, :])")
def rows(a):
    row, col = cuda.grid(2)
    if a.shape[0] >= row and col < a.shape[1]:
        a[row, col] = 1


@cuda.jit("void(float32[:])")
def from_one(a):
    i = cuda.grid(1)
    if i > 0 and i <= a.size:
        a[i - 1] = 1


@cuda.jit("void(float32[:])")
def leaves(a):
    i = cuda.grid(1)
    if i >= a.size:
        return
    a[i] = 1


@cuda.jit("void(float32[:])")
def tested_again(a):
    i = cuda.grid(1)
    if i <= a.size:
        if i != a.size:
            a[i] = 1


@cuda.jit("void(float32[:])")
def tested_beside(a):
    i = cuda.grid(1)
    if i <= a.size and i < a.size:
        a[i] = 1


@cuda.jit("void(float32[:])")
def wrapped(a):
    i = cuda.grid(1)
    if i >= a.size:
        i -= a.size
        if i < a.size:
            a[i] += 1


@cuda.jit("void(float32[:, :])")
def other_axis(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        if i >= a.shape[1]:
            a[i, 0] = 2


@cuda.jit
def either(a):
    i, j = cuda.grid(2)
    if i < a.shape[0] or j < a.shape[1]:
        a[i, j] = 1


@cuda.jit
def leaves_when_both(a):
    i, j = cuda.grid(2)
    if i >= a.shape[0] and j >= a.shape[1]:
        return
    a[i, j] = 1


# Right: the grid has as many threads as the array has places; and the
# right tests.
@cuda.jit
def either_fits(a):
    i, j = cuda.grid(2)
    if i < a.shape[0] or j < a.shape[1]:
        a[i, j] = 1


@cuda.jit
def leaves_when_either(a):
    i, j = cuda.grid(2)
    if i >= a.shape[0] or j >= a.shape[1]:
        return
    a[i, j] = 1


either[(7, 4), (16, 16)](np.zeros((100, 50)))
leaves_when_both[(7, 4), (16, 16)](np.zeros((100, 50)))
either_fits[(2, 4), (16, 16)](np.zeros((64, 32)))
leaves_when_either[(7, 4), (16, 16)](np.zeros((100, 50)))
