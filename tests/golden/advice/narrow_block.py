"""Blocks whose rows are shorter than a warp."""
import numpy as np
from numba import cuda


@cuda.jit
def column(a, out):  # x has one thread: neighbours lie along y
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = a[y, x]


@cuda.jit
def column_of_rows(a, out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = a[x, y]


@cuda.jit
def eights(a, out):  # rows of 8 float32: 32 bytes each, all of them used
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = a[y, x]


@cuda.jit
def eights_of_bytes(a, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = a[y, x]


@cuda.jit
def eights_swapped(a, out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = a[x, y]


f = np.zeros((64, 64), np.float32)
b = np.zeros((64, 64), np.uint8)
column[(64, 1), (1, 64)](f, f)
column_of_rows[(64, 1), (1, 64)](f, f)
eights[(8, 8), (8, 8)](f, f)
eights_of_bytes[(8, 8), (8, 8)](b, b)
eights_swapped[(8, 8), (8, 8)](f, f)
