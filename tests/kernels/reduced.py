# SPDX-License-Identifier: Apache-2.0
"""Array expressions that come down to a number without an array in between;
np.where, np.clip and np.dot; ranges as values."""
import numpy as np
from numba import cuda


@cuda.jit
def expressions(a, b, sums, least, tests):
    if cuda.grid(1) == 0:
        sums[0] = np.sum(a * b)
        sums[1] = (a - b).sum()
        sums[2] = np.prod(a + 1)
        sums[3] = (a * 2).sum(dtype=np.float64)
        sums[4] = np.sum(np.where(a > b, a, b))
        least[0] = (a - b).max()
        least[1] = np.min(a * b + a)
        tests[0] = np.any(a > b)
        tests[1] = (a == b).all()
        tests[2] = np.count_nonzero(a > b)
        tests[3] = np.argmax(a - b)
        tests[4] = (a * b).argmin()
        tests[5] = np.sum(a > b)


@cuda.jit
def moments(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = np.mean(a * b)
        out[1] = (a - b).var()
        out[2] = np.std(a + b)
        out[3] = np.sqrt(np.sum((a - b) ** 2))
        out[4] = np.nansum(a * b)
        out[5] = np.nanmax(a - b)
        out[6] = (a - b).ptp()
        out[7] = np.sum(np.exp(a) * b[0] + np.sum(a * b))


@cuda.jit
def python_ones(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = max(a - b)
        out[1] = min(a * b)
        out[2] = sum(a > b)
        out[3] = sum(a * b, 0.5)


@cuda.jit
def order(a, row, column, out):
    if cuda.grid(1) == 0:
        out[0] = (a * 3).sum()
        out[1] = np.sum(a + row)
        out[2] = np.sum(a * column)
        out[3] = np.sum(row * column)
        out[4] = np.argmax(a * -1)
        out[5] = (a[::2, 1:] - a[::2, :1]).sum()


@cuda.jit
def distances(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        best = np.inf
        for j in range(y.shape[0]):
            d = np.sum((x[i] - y[j]) ** 2)
            if d < best:
                best = d
        out[i] = best


@cuda.jit
def misfit(a, b, out):
    out[0] = np.sum(a * b)


@cuda.jit
def choices(c, x, y, z, out, whole):
    i = cuda.grid(1)
    if i == 0:
        out[0] = np.where(x > y, x, y)
        out[1] = np.where(c, x, 0)
        out[2] = np.where(c, 1.5, y) * 2
        out[3] = np.where(x > 0, x, -z[0])
        whole[:] = np.where(c, 3, whole)
    if i < x.size:
        z[i] = np.where(x[i] > 0, x[i], y[i])


@cuda.jit
def clips(x, m, low, out, ints, one):
    i = cuda.grid(1)
    if i == 0:
        out[0] = np.clip(x, -1, 2.5)
        out[1] = x.clip(0.25)
        out[2] = np.clip(x, None, a_max=0.5)
        out[3] = np.clip(x, low, 1.0)
        np.clip(x, low, 0.5, out[4])
        ints[0] = np.clip(m, -2, 3)
        ints[1] = m.clip(1.5, 2.5)
    if i < x.size:
        one[i] = np.clip(x[i], -0.5, 1) + np.clip(m[i], 0, 3)


@cuda.jit
def dots(a, b, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = np.dot(a[i], b)
        out[i, 1] = a[i] @ b + a[i].dot(b)
        out[i, 2] = np.vdot(a[i], b)
        out[i, 3] = np.dot(a[i, ::2], b[::-2])


@cuda.jit
def misdot(a, b):
    a[0] = np.dot(a, b)


@cuda.jit
def ranges(start, stop, step, m, f, z, out, length):
    i = cuda.grid(1)
    r = range(start, stop, step)
    if i == 0:
        length[0] = len(r)
        length[1] = r.start - r.stop * r.step
        length[2] = len(range(stop))
    if i < m.size:
        out[i, 0] = m[i] in r
        out[i, 1] = f[i] in r
        out[i, 2] = z[i] not in r
        out[i, 3] = m[i] in range(7) or f[i] in range(2, 9, 3)


@cuda.jit
def complexes(z, w, out, total):
    if cuda.grid(1) == 0:
        out[0] = np.exp(z) + np.sqrt(w)
        out[1] = np.sin(z * w)
        out[2] = np.where(np.abs(z) > 1, z, w)
        total[0] = np.sum(np.log(z) * w)
        total[1] = np.dot(z, w)
        total[2] = np.vdot(z, w)
