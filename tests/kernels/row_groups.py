# SPDX-License-Identifier: Apache-2.0
"""Kernels whose threads along y have work in common, and some in which rows differ."""
from numba import cuda
import numpy as np


@cuda.jit
def product(a, b, c):
    x, y, z = cuda.grid(3)
    if z < c.shape[0] and y < c.shape[1] and x < c.shape[2]:
        s = c[z, y, x]
        for k in range(a.shape[2]):
            s += a[z, y, k] * b[k, x]
        c[z, y, x] = s


@cuda.jit
def swapped(a, b, c):
    """Neighbours in a block are in a column."""
    y, x = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = c[y, x]
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s


@cuda.jit
def own_places(a, b, c):
    """Each thread uses one element of an array of its own, neighbours in a row each another."""
    x, y = cuda.grid(2)
    most = cuda.local.array(16, np.float32)
    t = cuda.threadIdx.x
    most[t] = 0
    s = np.float32(0)
    for k in range(a.shape[1]):
        s += a[y, k] * b[k, x]
        most[t] = max(most[t], s)
    c[y, x] = s + most[t]


@cuda.jit
def inner(a, out):
    """The first and last rows and columns are left as they are."""
    x, y = cuda.grid(2)
    if 0 < y < out.shape[0] - 1 and 0 < x < out.shape[1] - 1:
        most, total = -1, 0
        for k in range(a.shape[0]):
            d = abs(a[k, x] - y)
            most = max(most, d)
            total += d * k
        out[y, x] = most * 1000 + total


@cuda.jit
def some_rounds(a, out):
    """Which rounds count differs between rows, between columns, and by the data."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        s = 0
        for k in range(a.shape[0]):
            v = a[k, x]
            if (k + y) & 3 == 0:
                s += v
            elif v > 4 and x & 1:
                s -= y
            if v & 5 == 4:
                continue
            s += k
        out[y, x] = s


@cuda.jit
def leaves(a, out, when):
    """Loops that end early: for all threads, for a column, for a row, and for a thread."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        s = 0
        for k in range(a.shape[0]):
            if when == 0 and k == 3:
                break
            if when == 1 and a[k, x] == 7:
                break
            if when == 2 and k == y:
                break
            if when == 3 and a[k, x] == y:
                break
            s += a[k, x] * (y + k)
        out[y, x] = s


@cuda.jit
def by_row(a, out):
    """A row has as many rounds as its number; one while that all run alike, with a loop inside."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        s = 0
        for k in range(y):
            s += a[k % a.shape[0], x]
        i = 0
        while i < a.shape[0]:
            for k in range(0, a.shape[0], 2):
                s += a[k, x] * (i - y)
            i += 1
        out[y, x] = s


@cuda.jit
def of_row_or_column(a, out):
    """One sum is the same for a row, one for a column, one for all."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        row, column, all_of_them = 0, 0, 0
        for k in range(a.shape[0]):
            row += a[k, 0] // (y + 1)
            column += a[k, x] * k
            all_of_them += a[k, k]
        out[y, x] += row * 1000000 + column * 1000 + all_of_them


@cuda.jit
def odd(a, b, out):
    """Vectors of bytes, of which registers hold more than there may be lanes."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        is_odd = False
        for k in range(a.shape[1]):
            is_odd = (is_odd != a[y, k]) != b[k, x]
        out[y, x] = is_odd


@cuda.jit
def tiled(a, b, c):
    """Rows of a block, between barriers; sums wait at them."""
    near = cuda.shared.array((16, 16), np.float32)
    x, y = cuda.grid(2)
    row, column = min(y, c.shape[0] - 1), min(x, c.shape[1] - 1)
    s = np.float32(0)
    for first in range(0, a.shape[1], 16):
        for i in range(cuda.threadIdx.y, 16, cuda.blockDim.y):
            near[i, cuda.threadIdx.x] = b[first + i, column]
        cuda.syncthreads()
        for k in range(16):
            s += a[row, first + k] * near[k, cuda.threadIdx.x]
        cuda.syncthreads()
    if y < c.shape[0] and x < c.shape[1]:
        c[y, x] = s


@cuda.jit
def both_kinds(a, out, closest):
    """Values of several types live through the loop."""
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        least, where, found = np.float64(1e30), np.int32(-1), False
        for k in range(a.shape[0]):
            d = (a[k, x] - y) ** 2
            if d < least:
                least, where = d, np.int32(k)
            found = found or d == 0.0
        out[y, x] = least if found else -least
        closest[y, x] = where
