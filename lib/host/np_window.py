# SPDX-License-Identifier: Apache-2.0
"""Windows, rows of numbers and matrices made by formulas, for host functions."""
import math
import numpy as np
from portkern.lib import common, sum_type
from np_make import host_linspace
from np_search import host_nonzero
from np_sets import array_of


# ---- windows: of no element empty, of one that is 1 ----

def host_bartlett(M):
    if M <= 1:
        return np.full(max(M, 0), 1.0)
    out = np.empty(M)
    for i in range(M):
        n = 1.0 - M + 2 * i
        out[i] = 1 + n / (M - 1) if n <= 0 else 1 - n / (M - 1)
    return out


def host_blackman(M):
    if M <= 1:
        return np.full(max(M, 0), 1.0)
    out = np.empty(M)
    for i in range(M):
        n = 1.0 - M + 2 * i
        out[i] = 0.42 + 0.5 * math.cos(math.pi * n / (M - 1)) + 0.08 * math.cos(2.0 * math.pi * n / (M - 1))
    return out


def raised_cosine(M, base, height):
    if M <= 1:
        return np.full(max(M, 0), 1.0)
    out = np.empty(M)
    for i in range(M):
        out[i] = base + height * math.cos(math.pi * (1.0 - M + 2 * i) / (M - 1))
    return out


def host_hamming(M):
    return raised_cosine(M, 0.54, 0.46)


def host_hanning(M):
    return raised_cosine(M, 0.5, 0.5)


# The modified Bessel function of order 0: the sum of (x / 2) ** 2k / k! ** 2,
# whose terms are all positive.
def bessel_i0(x):
    q = x * x / 4
    term = 1.0
    total = 1.0
    k = 1
    while term > total * 1e-17:
        term *= q / (k * k)
        total += term
        k += 1
    return total


def host_kaiser(M, beta):
    if M <= 1:
        return np.full(max(M, 0), 1.0)
    out = np.empty(M)
    middle = (M - 1) / 2.0
    for i in range(M):
        at = (i - middle) / middle
        out[i] = bessel_i0(beta * math.sqrt(1 - at * at)) / bessel_i0(beta * 1.0)
    return out


# ---- rows of numbers ----

def host_logspace(start, stop, num=50):
    a = host_linspace(start, stop, num)
    for i in range(num):
        a[i] = np.power(10.0, a[i])
    return a


def host_geomspace(start, stop, num=50):
    if start == 0 or stop == 0:
        raise ValueError('Geometric sequence cannot include zero')
    both = start < 0 and stop < 0
    first = -start * 1.0 if both else start * 1.0
    last = -stop * 1.0 if both else stop * 1.0
    a = host_logspace(np.log10(first), np.log10(last), num)
    if num > 0:
        a[0] = first
    if num > 1:
        a[-1] = last
    if both:
        a *= -1.0
    return a


# ---- matrices ----

def host_tri(N, M=None, k=0):
    out = np.zeros((max(0, N), max(0, N if M is None else M)))
    for i in range(out.shape[0]):
        out[i, :max(0, i + k + 1)] = 1
    return out


def host_tril_indices(n, k=0, m=None):
    return host_nonzero(host_tri(n, m, k))


def host_triu_indices(n, k=0, m=None):
    return host_nonzero(host_tri(n, m, k - 1) == 0)


def host_tril_indices_from(arr, k=0):
    return host_tril_indices(arr.shape[0], k, arr.shape[1])


def host_triu_indices_from(arr, k=0):
    return host_triu_indices(arr.shape[0], k, arr.shape[1])


def host_diagflat(v, k=0):
    flat = np.ravel(array_of(v))
    n = flat.size + abs(k)
    out = np.zeros((n, n), flat.dtype)
    for i in range(flat.size):
        out[i + max(0, -k), i + max(0, k)] = flat[i]
    return out


def host_vander(x, N=None, increasing=False):
    a = array_of(x)
    if a.ndim > 1:
        raise ValueError('x must be a one-dimensional array or sequence.')
    columns = len(a) if N is None else N
    if columns < 0:
        raise ValueError('Negative dimensions are not allowed')
    out = np.empty((len(a), columns), common((sum_type(a), 0)))
    for i in range(len(a)):
        power = out.dtype(1)
        for k in range(columns):
            out[i, k if increasing else columns - 1 - k] = power
            power *= a[i]
    return out


def host_indices(dimensions):
    out = np.empty((len(dimensions),) + dimensions, np.int64)
    for place in np.ndindex(dimensions):
        for k in range(len(dimensions)):
            out[(k,) + place] = place[k]
    return out
