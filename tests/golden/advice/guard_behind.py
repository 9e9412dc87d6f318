"""A guard that is for the index, and an index that is one more."""
import numpy as np
from numba import cuda


@cuda.jit
def differences(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i + 1] - a[i]


@cuda.jit
def by_return(a, out):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    out[i] = a[1 + i]


@cuda.jit
def guarded(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if i + 1 < a.size:
            out[i] = a[i + 1] - a[i]


@cuda.jit
def for_one_less(a, out):
    i = cuda.grid(1)
    if i < a.size - 1:
        out[i] = a[i + 1] - a[i]


@cuda.jit
def chosen(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i + 1] if i != a.size - 1 else 0


@cuda.jit
def of_another(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i + 1] - a[i]


@cuda.jit
def of_a_smaller_launch(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = a[i + 1]


a = np.zeros(1000)
out = np.zeros(999)
differences[8, 128](a, out)
by_return[8, 128](a, out)
guarded[8, 128](a, out)
for_one_less[8, 128](a, out)
chosen[8, 128](a, out)
of_another[8, 128](a, out)
of_a_smaller_launch[1, 128](a)
