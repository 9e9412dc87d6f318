"""Errors of kernels whose types nobody knows: those that no types mend are
errors, the others a note."""
import math
from numba import cuda


@cuda.jit
def no_axis(a):
    i = cuda.threadIdx + cuda.blockIdx.x
    a[i] = 0


@cuda.jit
def no_list(a, n):
    t = [0] * 10
    a[n] = t[0]


@cuda.jit
def gives(a, n):
    i = cuda.grid(1)
    if i >= n:
        return -1
    a[i] = 0


@cuda.jit
def maps(a, b):
    for v in map(abs, b):
        a[0] += v


@cuda.jit
def perhaps_complex(a, b):  # right, if they are
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b.imag[i]


@cuda.jit
def perhaps_rows(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = sum(b[i])


@cuda.jit
def perhaps_records(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = b[i]["x"]


@cuda.jit
def perhaps_numbers(a, b):
    a[0] = math.sqrt(b) + b[0]


@cuda.jit
def shaped_by_an_extent(a):
    i = cuda.grid(1)
    s = cuda.shared.array(a.size, "float32")
    if i < a.size:
        s[i] = a[i]
        a[i] = s[i]


@cuda.jit(device=True)
def first(x):
    return x[0]


@cuda.jit
def perhaps_row(a):  # right, if a has two axes
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i] = first(a[i])
