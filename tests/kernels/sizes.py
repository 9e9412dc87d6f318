# SPDX-License-Identifier: Apache-2.0
"""Arrays whose size is the launch's or an argument's, which Numba has none of;
and those of device functions by a number in the call, which it has."""
from collections import namedtuple

from numba import cuda
import numpy as np

Extent = namedtuple("Extent", "rows columns")
Window = namedtuple("Window", "extent first")


@cuda.jit
def by_block(x, out):
    tile = cuda.shared.array(cuda.blockDim.x + 2, np.int64)
    t = cuda.threadIdx.x
    tile[t + 1] = x[cuda.grid(1)]
    if t == 0:
        tile[0] = tile[-1] = 7
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[t] + tile[t + 2]


@cuda.jit
def by_block_2d(x, out):
    w = cuda.blockDim.x
    tile = cuda.shared.array((cuda.blockDim.y, w), np.float32)
    i, j = cuda.threadIdx.y, cuda.threadIdx.x
    tile[i, j] = x[i, j]
    cuda.syncthreads()
    out[i, j] = tile[-1 - i, -1 - j]


@cuda.jit
def by_argument(x, n, k, out):
    """n decides how much is kept, k is any number."""
    i = cuda.grid(1)
    last = cuda.local.array(n, np.int64)
    for j in range(n):
        last[j] = x[(i + j) % x.size]
    total = k
    for j in range(n):
        total += last[j] * (j + 1)
    out[i] = total + len(last)


@cuda.jit
def by_grid(out):
    seen = cuda.shared.array(cuda.gridDim.x, np.int32)
    t = cuda.threadIdx.x
    if t < seen.size:
        seen[t] = t
    cuda.syncthreads()
    if t == 0:
        total = 0
        for k in range(len(seen)):
            total += seen[k]
        out[cuda.blockIdx.x] = total


@cuda.jit
def dynamic_size(x, out):
    tile = cuda.shared.array(0, np.int64)
    small = cuda.shared.array(0, np.int32)
    t = cuda.threadIdx.x
    if t < tile.size:
        tile[t] = x[t]
    cuda.syncthreads()
    out[t] = tile[tile.size - 1 - t % tile.size]
    if t == 0:
        out[-1] = tile.size + 100 * small.size + 10000 * tile.shape[0]
        out[-2] = tile[-1]


@cuda.jit
def dynamic_parts(x, out):
    """Two arrays in one piece of dynamic shared memory."""
    n = cuda.blockDim.x
    words = cuda.shared.array(0, np.int32)
    left = words[:n]
    right = words[n:]
    t = cuda.threadIdx.x
    left[t] = x[t]
    right[t] = -x[t]
    cuda.syncthreads()
    out[t] = left[n - 1 - t] * 1000 + right[t]


@cuda.jit
def large(x, out):
    """More than PTX lets a kernel declare, beside one that it cannot."""
    rows = cuda.shared.array((cuda.blockDim.x, 14), np.float32)
    marks = cuda.shared.array(cuda.blockDim.x, np.uint8)
    tail = cuda.shared.array(0, np.int64)
    t = cuda.threadIdx.x
    last = cuda.blockDim.x - 1
    for j in range(14):
        rows[t, j] = x[t] + j
    marks[t] = t
    if t < tail.size:
        tail[t] = -t
    cuda.syncthreads()
    out[t] = rows[last - t, 13] - rows[last - t, 0] * marks[last - t] + tail[t % tail.size]


@cuda.jit
def by_float(x, out):
    tile = cuda.shared.array(int(x[0]), np.int64)
    tile[0] = 1
    out[0] = tile[0]


@cuda.jit(device=True)
def reversed_by(x, n, dtype):
    """n comes from the call: a tile of its own for each number."""
    tile = cuda.shared.array(n, dtype)
    t = cuda.threadIdx.x
    if t < n:
        tile[t] = x[t]
    cuda.syncthreads()
    mine = tile[n - 1 - t % n]
    cuda.syncthreads()
    return mine


@cuda.jit(device=True)
def twice(x, n):
    keep = cuda.local.array((2, n), np.int64)
    keep[0, n - 1] = reversed_by(x, n, np.int32)
    keep[1, 0] = reversed_by(x, 2 * n, np.int64)
    return keep[0, n - 1] + 100 * keep[1, 0]


@cuda.jit(device=True)
def last_of(x, shape):
    tile = cuda.local.array(shape, np.int32)
    for i in range(shape[0]):
        for j in range(shape[1]):
            tile[i, j] = x[i * shape[1] + j]
    return tile[shape[0] - 1, shape[1] - 1]


@cuda.jit
def by_shape(x, out):
    out[0] = last_of(x, (3, 4))
    out[1] = last_of(x, (2, 5)) + last_of(x, (3, 4))


@cuda.jit
def by_literal(x, out):
    t = cuda.threadIdx.x
    out[t] = twice(x, 4) + 10000 * twice(x, 8) + 100000000 * reversed_by(x, 32, np.int64)


@cuda.jit
def by_derived(x, n, wide, k, out):
    """What a shape comes from: sums, a choice, a branch, an item; k is any number."""
    m = n * 2
    m += 1
    size = m if wide else n
    if n > 3:
        rows, more = 2, 1
    else:
        rows, more = 1, 0
    shape = (rows, size)
    keep = cuda.local.array((shape[0], shape[-1] + more), np.int64)
    for j in range(keep.shape[1]):
        keep[rows - 1, j] = x[j] + k
    out[0] = keep[-1, -1] + 1000 * keep.size
    out[1] = last_of(x, (n, rows))
    last = x[:n].copy()
    last[0] = -k
    out[2] = last[n - 1] + last[0]


@cuda.jit
def by_some(x, n, out):
    """No array where n says so, on two ways."""
    total = 0
    if n > 0 and x.size > 3:
        keep = cuda.local.array(n, np.int64)
        keep[n - 1] = x[n - 1]
        total = keep[-1]
    out[0] = total
    if n <= 0:
        out[1] = -1
        return
    rest = cuda.local.array(n * 3, np.int64)
    out[1] = rest.size


@cuda.jit
def by_item(n, out):
    out[0] = (1, 2.5, 3)[n] * 2
    out[1] = len((1, 2.5, 3)[n:])


@cuda.jit(device=True)
def falling(x, n):
    """An array that is shorter in each call, until there is none."""
    if n == 0:
        return 0
    keep = cuda.local.array(n, np.int64)
    keep[n - 1] = x[n]
    return keep[-1] * n + falling(x, n - 1)


@cuda.jit
def by_depth(x, n, out):
    out[0] = falling(x, n) + falling(x, 2)


@cuda.jit(device=True)
def last_field(x, window):
    keep = cuda.local.array((window.extent.rows, window.extent[1]), np.int64)
    for i in range(keep.size):
        keep[i // keep.shape[1], i % keep.shape[1]] = x[window.first + i]
    return keep[-1, -1] + 1000 * keep.size


@cuda.jit
def by_field(x, n, m, first, out):
    """Named tuples that the kernel makes; first is any number."""
    extent = Extent(columns=m, rows=n)
    keep = cuda.local.array(extent.columns, np.int64)
    out[0] = keep.size
    out[1] = cuda.local.array(Extent(n, m)[0], np.int64).size
    out[2] = last_field(x, Window(extent, first))
    out[3] = cuda.local.array(Window((n, m), n).extent[1] + 1, np.int64).size


@cuda.jit
def by_branch(x, n, k, out):
    """What a variable is comes from a branch: memory of the thread or an argument's, a number or a tuple."""
    keep = out
    if n != 3:
        keep = cuda.local.array(2, np.int64)
    keep[0] = k
    keep[1] = 1
    for i in range(3):
        if n > 4:
            rest = (x[i], x[i + 1])
        elif x[i] > 25:
            rest = x[i]
        else:
            rest = -x[i]
        if n > 4:
            out[2] += rest[1]
        else:
            out[2] += rest
    for other in (1, 2.5):
        if n == 1:
            last = (other, k)
        else:
            last = other
        if n == 1:
            out[3] += last[1]
        else:
            out[3] += np.int64(2 * last)
