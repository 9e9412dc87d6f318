# SPDX-License-Identifier: Apache-2.0
"""Arrays: layouts, negative indices, rows, tuples and what one can ask of a
shape; bounds that only the checking backend sees."""
from numba import cuda, float32, int64

WEIGHTS = (0.25, 0.5, 0.25)
SIDE = 2 * 2 + 1


@cuda.jit
def smooth(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = 0.0
        for k in range(len(WEIGHTS)):
            j = i + k - 1
            if 0 <= j < x.size:
                total += WEIGHTS[k] * x[j]
        out[i] = total


@cuda.jit
def negative(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i] = x[-1 - i, -2] + x[i][-1]


@cuda.jit
def shape_of(x, out):
    if cuda.grid(1) == 0:
        out[0] = x.shape[0]
        out[1] = x.shape[1]
        out[2] = x.size
        out[3] = x.ndim
        out[4] = len(x)
        rows, cols = x.shape
        out[5] = rows * 100 + cols


@cuda.jit(device=True)
def swap(pair):
    a, b = pair
    return b, a


@cuda.jit
def pairs(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        a, b = x[i]
        p = swap((a, b))
        out[i] = p
        a, b = b, a + p[0]
        out[i, 2 - 1] = a + b


@cuda.jit
def scratch(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        window = cuda.local.array(SIDE, dtype=float32)
        for k in range(SIDE):
            window[k] = x[(i + k) % x.shape[0]]
        for a in range(SIDE):
            for b in range(SIDE - 1):
                if window[b] > window[b + 1]:
                    window[b], window[b + 1] = window[b + 1], window[b]
        out[i] = window[SIDE // 2]


@cuda.jit
def grid_table(out):
    i = cuda.grid(1)
    table = cuda.local.array((3, 4), int64)
    if i < out.size:
        for r in range(3):
            for c in range(4):
                table[r, c] = i * r - c
        total = 0
        for c in range(4):
            total += table[i % 3, c]
        out[i] = total


@cuda.jit
def past_the_end(x, out):
    i = cuda.grid(1)
    out[i] = x[i]
