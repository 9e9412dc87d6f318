# SPDX-License-Identifier: Apache-2.0
"""Views: rows, slices with steps and negative bounds, transposes, arrays given
to device functions, and loops over arrays."""
from numba import cuda, njit


@njit
def total(v):
    s = 0.0
    for x in v:
        s += x
    return s


@cuda.jit(device=True)
def middle(v, margin=1):
    return v[margin:-margin]


@cuda.jit
def sums(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        out[i, 0] = total(row)
        out[i, 1] = total(middle(row))
        out[i, 2] = total(middle(row, margin=2))
        out[i, 3] = total(row[::2])
        out[i, 4] = total(row[::-3])
        out[i, 5] = total(row[-3:])
        out[i, 6] = total(row[3:100])
        out[i, 7] = total(row[5:2])
        out[i, 8] = total(row[5:2:-1])
        out[i, 9] = total(a[:, i % a.shape[1]])
        out[i, 10] = len(row[1::4])
        out[i, 11] = total(a.T[i % a.shape[1]])


@cuda.jit
def blocks(a, out):
    i, j = cuda.grid(2)
    rows, cols = out.shape
    if i < rows and j < cols:
        tile = a[2 * i : 2 * i + 2, 2 * j : 2 * j + 2]
        best = tile[0, 0]
        for line in tile:
            for x in line:
                best = max(best, x)
        out[i, j] = best + tile.size


@cuda.jit
def deep(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        plane = a[i]
        pencil = a[i, -1]
        out[i, 0] = plane[1, 2]
        out[i, 1] = pencil[2]
        out[i, 2] = a[i, :, 1][2]
        out[i, 3] = a[..., 0][i, 1]
        out[i, 4] = a[i][1][-1]


@cuda.jit
def writes(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        row[0] = -1
        row[1:3] = 7
        row[3:6] = (i, i + 1, i + 2)
        row[6:] = row[:2]
        a[i, -1] += 1


@cuda.jit
def ping_pong(a, b, steps):
    i = cuda.grid(1)
    src, dst = a, b
    for s in range(steps):
        if i < src.size:
            dst[i] = src[i] + 1
        src, dst = dst, src
