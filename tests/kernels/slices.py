# SPDX-License-Identifier: Apache-2.0
"""Indices of every kind: bounds and steps known while running, ellipsis, new
axes, tuples, arrays without dimensions; what is stored into slices."""
import numpy as np
from numba import cuda


@cuda.jit
def bounds(a, starts, stops, steps, out):
    i = cuda.grid(1)
    if i < starts.size:
        v = a[starts[i]:stops[i]:steps[i]]
        out[i, 0] = v.size
        s = 0
        for x in v:
            s = 3 * s + x
        out[i, 1] = s
        out[i, 2] = a[:stops[i]].size + 100 * a[starts[i]:].size
        out[i, 3] = len(a[::steps[i]])
        out[i, 4] = a[::-1][0] + a[-2::-2][1]


@cuda.jit
def kinds(a, out):
    if cuda.grid(1) == 0:
        pick(a, out)


@cuda.jit
def kinds_strided(a, out):
    if cuda.grid(1) == 0:
        pick(a[::2, ::-2, 1::2], out)


@cuda.jit(device=True)
def pick(a, out):
    t = (1, 2)
    out[0] = a[t][0]
    out[1] = a[(1, 2, 3)]
    out[2] = a[t, 3] if False else a[1, 2, 3]
    out[3] = a[..., 1].shape[1] * 100 + a[1, ...].shape[1]
    out[4] = a[..., 1][1, 0]
    out[5] = a[1, ..., 0][2]
    out[6] = a[None, 1, :, None, 0].ndim
    out[7] = a[None, 1, :, None, 0][0, 2, 0]
    out[8] = a[np.newaxis].shape[0] + 10 * a[np.newaxis].shape[1]
    out[9] = a[:, 1:, ::2][1, 0, 1]
    out[10] = a[..., ::-1, :][0, 0, 0]
    out[11] = a[0][1:][0, 1]
    out[12] = a[...][1, 1, 1]
    out[13] = a[:, -1][1, 2] + a[:, 0, :][0, 3]
    out[14] = a[np.uint8(1), np.int32(-1), 2]


@cuda.jit
def layouts(c, f, out):
    if cuda.grid(1) == 0:
        out[0] = c[0].reshape(-1)[3]
        out[1] = c[0, 1:].ravel()[1]
        out[2] = c[1:2].size
        out[3] = f[:, 2].reshape(-1)[1]
        out[4] = f[..., 0].flags.f_contiguous
        out[5] = c[:, 0].flags.c_contiguous
        out[6] = c.flags.c_contiguous + 2 * c.flags.f_contiguous
        out[7] = f.flags.c_contiguous + 2 * f.flags.f_contiguous
        out[8] = c[:1, :1].flags.c_contiguous + 2 * c[::2].flags.contiguous
        s = c.strides
        out[9] = s[0] * 100 + s[1] + f.strides[0] + c.T.strides[0]
        out[10] = c.itemsize * 10000 + c.nbytes + c.ndim


@cuda.jit
def no_dimensions(x, i, out):
    if cuda.grid(1) == 0:
        out[0] = x[()]
        out[1] = x.size * 10 + x.ndim + len(x.shape)
        x[()] = x[()] + 1
        x[...] = x[...] * 2
        out[2] = out[i]
        out[3] = x.item()
        for v in x.flat:
            out[4] = v
        out[5] = x.sum()
        out[6] = x
        out[7] = x[None][0]


@cuda.jit
def stores(a, b, row, n):
    if cuda.grid(1) == 0:
        fill(a, b, row, n)


@cuda.jit
def stores_strided(a, b, row, n):
    if cuda.grid(1) == 0:
        fill(a[::2, 1::2], b[:, ::-1], row[::-2], n)


@cuda.jit(device=True)
def fill(a, b, row, n):
    a[0] = row
    a[1, ::2] = 7
    a[2, 1:n] = row[1:n]
    a[3, ::-1] = row
    a[4] = (1, 2, 3, 4, 5)
    a[5:7] = row[:1]
    a[:, 4] = row[0]
    b[...] = a[:, :1]
    b[1] = row[2]
    b[2:, 1:3] = a[2:, 3:]


@cuda.jit
def augmented(a, b, row):
    if cuda.grid(1) == 0:
        a[1] += row
        a[2, 1:] *= 2
        a[:, 0] -= a[0, 1]
        a[3] //= 2
        a[4] %= 5
        b += row
        b[::2] /= 2
        b[1] **= 2
        b -= b[0, 0]
        v = a[5]
        v |= 8
        v <<= 1


@cuda.jit
def mismatch(a, b, n):
    a[0, :n] = b


@cuda.jit
def mismatch_of_tuple(a, n):
    a[0, :n] = (1, 2, 3)


@cuda.jit
def mismatch_of_sum(a, b, n):
    a[:] = b[:n] * 2


@cuda.jit
def unpack_few(a, n):
    x, y = a[0, :n]
    a[0, 0] = x + y


@cuda.jit
def step_of_zero(a, n):
    a[0, ::n] = 1
