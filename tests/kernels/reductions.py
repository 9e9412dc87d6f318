# SPDX-License-Identifier: Apache-2.0
"""What arrays come down to, serially in each thread: Numba's order of summation,
its types, its treatment of NaN; loops over all places of an array."""
import numpy as np
from numba import cuda


@cuda.jit
def sums(a, total, product, mean, var, std):
    i = cuda.grid(1)
    if i < total.size:
        total[i] = a[i].sum()
        product[i] = np.prod(a[i])
        mean[i] = np.mean(a[i])
        var[i] = a[i].var()
        std[i] = np.std(a[i])


@cuda.jit(device=True)
def three(a, total, mean, var):
    total[0] = np.sum(a)
    mean[0] = a.mean()
    var[0] = np.var(a)


@cuda.jit
def whole(a, total, mean, var):
    if cuda.grid(1) == 0:
        three(a, total, mean, var)


@cuda.jit
def strided(a, total, mean, var):
    if cuda.grid(1) == 0:
        three(a[::2, 1::2], total, mean, var)


@cuda.jit
def extremes(a, least, where, tests):
    i = cuda.grid(1)
    if i < a.shape[0]:
        least[i, 0] = a[i].min()
        least[i, 1] = np.max(a[i])
        where[i, 0] = a[i].argmin()
        where[i, 1] = np.argmax(a[i])
        where[i, 2] = np.count_nonzero(a[i])
        tests[i, 0] = a[i].all()
        tests[i, 1] = np.any(a[i])
        tests[i, 2] = 3 in a[i]
        tests[i, 3] = 3 not in a[i]


@cuda.jit
def complex_extremes(a, least, tests):
    if cuda.grid(1) == 0:
        least[0] = a.min()
        least[1] = np.amax(a)
        least[2] = np.nanmin(a)
        least[3] = np.nanmax(a)
        tests[0] = a.all()
        tests[1] = a.any()
        tests[2] = np.count_nonzero(a)
        tests[3] = a[2] in a


@cuda.jit
def without_nan(a, least, total, mean):
    i = cuda.grid(1)
    if i < a.shape[0]:
        least[i, 0] = np.nanmin(a[i])
        least[i, 1] = np.nanmax(a[i])
        total[i, 0] = np.nansum(a[i])
        total[i, 1] = np.nanprod(a[i])
        mean[i, 0] = np.nanmean(a[i])
        mean[i, 1] = np.nanvar(a[i])
        mean[i, 2] = np.nanstd(a[i])


@cuda.jit
def order(a, out):
    if cuda.grid(1) == 0:
        out[0] = a.sum()
        out[1] = a.T.sum()
        out[2] = a[:, ::2].sum()
        out[3] = np.argmax(a)
        out[4] = np.argmax(a.T)
        out[5] = a.ptp()
        n = 0
        for v in a.flat:
            out[6 + n] = v
            n += 1
        out[6 + n] = a.flat[-1] + a.flat[1]
        a.flat[2] = 5
        a.flat[0] += 1
        out[7 + n] = a.flat[2]


@cuda.jit
def places(a, out):
    if cuda.grid(1) == 0:
        n = 0
        for i, j in np.ndindex(a.shape):
            if i == 1 and j == 1:
                continue
            out[n] = 10 * i + j + a[i, j]
            n += 1
        for at in np.ndindex(2, 3):
            out[n] += at[0] * at[1]
        n += 1
        for (i, j), v in np.ndenumerate(a):
            if i == 2 and j == 1:
                break
            out[n] += v * i - j
        else:
            out[n] = -1
        n += 1
        for at, v in np.ndenumerate(a[1]):
            out[n] += v * at[0]
        else:
            out[n] += 1000


@cuda.jit
def nothing(a, n, out):
    v = a[:n]
    out[0] = v.sum()
    out[1] = v.prod()
    out[2] = v.mean()
    out[3] = v.all()
    out[4] = v.any()
    out[5] = np.nansum(v)


@cuda.jit
def least_of_nothing(a, n):
    a[0] = a[:n].min()


@cuda.jit
def place_of_nothing(a, n):
    a[0] = np.argmax(a[:n])
