# SPDX-License-Identifier: Apache-2.0
"""Conditions joined by `and` and `or` whose later parts may be asked only where the earlier ones allow it."""
import math

from numba import cuda


@cuda.jit
def positive(x, out):
    i = cuda.grid(1)
    if i < x.size and x[i] > 0:
        out[i] = math.sqrt(x[i])


@cuda.jit
def early(x, out):
    i = cuda.grid(1)
    if i >= x.size or x[i] <= 0:
        return
    out[i] = math.sqrt(x[i])


@cuda.jit
def chains(x, at, out):
    """Three and four parts, with numbers of elements that other elements say."""
    i = cuda.grid(1)
    if i < at.size and 0 <= at[i] and at[i] < x.size and x[at[i]] > 1:
        out[i] = x[at[i]]
    if i >= at.size or at[i] < 0 or at[i] >= x.size or x[at[i]] > 5:
        return
    out[i] += 100 + x[at[i]]


@cuda.jit
def inner(a, out):
    """Not at the border, and brighter than all around."""
    x, y = cuda.grid(2)
    h, w = a.shape
    if y >= h or x >= w:
        return
    if 0 < y and y < h - 1 and 0 < x and x < w - 1 and a[y, x] > a[y - 1, x] and a[y, x] > a[y + 1, x] \
            and a[y, x] > a[y, x - 1] and a[y, x] > a[y, x + 1]:
        out[y, x] = 1
    else:
        out[y, x] = 2


@cuda.jit
def searches(x, what, out):
    """Loops that end at the end or where something is found; the condition is a value, too."""
    i = cuda.grid(1)
    if i < what.size:
        k = 0
        while k < x.size and x[k] != what[i]:
            k += 1
        found = k < x.size and x[k] == what[i]
        out[i, 0] = k
        out[i, 1] = found
        if found and k > 0 and x[k - 1] < x[k]:
            out[i, 2] = 7
        if not (found and x[k] > 3):
            out[i, 3] = 9
        if not found or x[k] > 4:
            return
        out[i, 4] = 11


@cuda.jit
def mixed(x, out):
    i = cuda.grid(1)
    if i < x.size and (x[i] > 5 or x[i] < -5 and x[i] % 2 == 0):
        out[i] = 1
    v = i < x.size and x[i] == 3
    if v:
        out[i] = 2
    if v and x[i] == 3:
        v = False
        out[i] += 10
    if v:
        out[i] = 50
