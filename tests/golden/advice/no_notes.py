"""What looks slow and is not, or cannot be otherwise: no note; and next to it
what has one."""
import numpy as np
from numba import cuda, int32


@cuda.jit
def wanted_in_float64(a, out):  # it is stored so
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 2.0 + a[i] / 3


@cuda.jit
def one_for_each_block(a, total):
    n = cuda.syncthreads_count(a[cuda.threadIdx.x] > 0)
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(total, 0, n)


@cuda.jit
def one_for_each_hit(a, total):  # who is one of many is not one
    i = cuda.grid(1)
    if i < a.size and a[i] == 7:
        cuda.atomic.add(total, 0, 1)


@cuda.jit
def tickets(a, count, out):  # each wants its number
    i = cuda.grid(1)
    if i < a.size:
        out[cuda.atomic.add(count, 0, 1)] = a[i]


@cuda.jit
def pixels(image, gray):  # a thread has all of its pixel
    x, y = cuda.grid(2)
    if y < gray.shape[0] and x < gray.shape[1]:
        r, g, b = image[y, x]
        gray[y, x] = (r + g + b) // int32(3)


@cuda.jit
def columns_of_pixels(image, gray):
    y, x = cuda.grid(2)
    if y < gray.shape[0] and x < gray.shape[1]:
        gray[y, x] = image[y, x, 0] + image[y, x, 1]


@cuda.jit
def product(a, b, c):  # a warp shares the row of a and goes along that of b
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = a[0, 0] * 0
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total


@cuda.jit
def product_across(a, b, c):
    row, col = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = a[0, 0] * 0
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total


f = np.zeros(1024, np.float32)
d = np.zeros(1024)
n = np.zeros(1024, np.int32)
m = np.zeros((64, 64), np.int32)
rgb = np.zeros((64, 64, 3), np.int32)
wanted_in_float64[1, 20](f, d)
one_for_each_block[4, 256](f, n)
one_for_each_hit[4, 256](f, n)
tickets[4, 250](f, n, f)
pixels[(2, 8), (32, 8)](rgb, m)
columns_of_pixels[(2, 8), (32, 8)](rgb, m)
product[(2, 8), (32, 8)](m, m, m)
product_across[(2, 8), (32, 8)](m, m, m)
