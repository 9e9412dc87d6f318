"""Launches with fewer axes than the kernel goes along."""
import numpy as np
from numba import cuda


@cuda.jit
def fill(a):
    x, y = cuda.grid(2)
    if x < a.shape[0] and y < a.shape[1]:
        a[x, y] = x + y


@cuda.jit
def strided(a):
    x, y = cuda.grid(2)
    for i in range(x, a.shape[0], cuda.gridsize(2)[0]):
        for j in range(y, a.shape[1], cuda.gridsize(2)[1]):
            a[i, j] = i + j


def launch(a, grid, block):
    fill[grid, block](a)


a = np.zeros((100, 100))
n = len(a)
threads = 128
fill[(n + threads - 1) // threads, threads](a)
fill[(7, 7), (16, 16)](a)
fill[7, (16, 16)](a)
fill[1, 1](a)
strided[7, 128](a)
launch(a, (7, 7), (16, 16))
