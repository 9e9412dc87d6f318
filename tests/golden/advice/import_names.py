"""Numba by each of its names."""
import numba
import numba.cuda as nc
import numpy as np
from numba.cuda import grid, jit, to_device


@numba.cuda.jit
def whole(a):
    i = numba.cuda.grid(1)
    if i < a.size:
        a[i] += 1


@nc.jit
def renamed(a):
    i = nc.grid(1)
    if i < a.size:
        a[i] += 1


@jit
def plain(a):
    i = grid(1)
    if i < a.size:
        a[i] += 1


a = to_device(np.ones(10, np.float32))
whole[1, 32](a)
renamed[1, 32](a)
plain[1, 32](a)
