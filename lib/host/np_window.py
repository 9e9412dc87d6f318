# SPDX-License-Identifier: Apache-2.0
"""Windows, rows of numbers and matrices made by formulas, and polynomials, for host functions."""
import math
import numpy as np
from portkern.lib import common, sum_type
from np_eig import host_linalg_eigvals
from np_make import host_linspace
from np_search import host_nonzero
from np_parts import host_convolve
from np_sets import array_of
from np_shape import flat_of


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


# ---- polynomials: coefficients, the lowest first, as np.polynomial has them ----

def host_polynomial_polyutils_trimseq(seq):
    n = len(seq)
    while n > 1 and seq[n - 1] == 0:
        n -= 1
    return seq[:n]


def series_of(a, like):
    if hasattr(a, 'shape') and a.ndim > 1:
        raise ValueError('Coefficient array is not 1-d')
    series = flat_of(a).astype(common((like, 0.0)))
    if series.size == 0:
        raise ValueError('Coefficient array is empty')
    return series


def host_polynomial_polyutils_as_series(alist, trim=True):
    out = [series_of(a, alist) for a in alist]
    if trim:
        for i in range(len(out)):
            out[i] = host_polynomial_polyutils_trimseq(out[i])
    return out


def trimmed(a, b):
    return host_polynomial_polyutils_trimseq(series_of(a, (a, b)))


def poly_sum(c1, c2, sign):
    a = trimmed(c1, c2)
    b = trimmed(c2, c1)
    out = np.zeros(max(a.size, b.size), a.dtype)
    out[:a.size] = a
    for i in range(b.size):
        out[i] += sign * b[i]
    return host_polynomial_polyutils_trimseq(out)


def host_polynomial_polynomial_polyadd(c1, c2):
    return poly_sum(c1, c2, 1)


def host_polynomial_polynomial_polysub(c1, c2):
    return poly_sum(c1, c2, -1)


def host_polynomial_polynomial_polymul(c1, c2):
    return host_polynomial_polyutils_trimseq(host_convolve(trimmed(c1, c2), trimmed(c2, c1)))


def ones_for(t):
    if len(t) == 0:
        return ()
    return (1,) + ones_for(t[1:])


def host_polynomial_polynomial_polyval(x, c):
    dtype = common((x, c, 0.0))
    a = array_of(c).astype(dtype)
    if isinstance(x, (tuple, list)):
        return host_polynomial_polynomial_polyval(array_of(x), c)
    if not hasattr(x, 'shape'):
        return horner(dtype(x), a)
    return horner(x.astype(dtype), a.reshape(a.shape + ones_for(x.shape)))


def horner(x, c):
    y = c[len(c) - 1] + x * 0
    for i in range(len(c) - 2, -1, -1):
        y = c[i] + y * x
    return y


def integral(c):
    out = np.zeros((len(c) + 1,) + c.shape[1:], c.dtype)
    for i in range(len(c)):
        out[i + 1] = c[i] / (i + 1)
    return out


def host_polynomial_polynomial_polyint(c, m=1):
    a = array_of(c).astype(common((c, 0.0)))
    for k in range(m):
        a = integral(a)
    if a.ndim == 1:
        return host_polynomial_polyutils_trimseq(a)
    return a


def host_polynomial_polynomial_polydiv(c1, c2):
    rest = trimmed(c1, c2)
    by = trimmed(c2, c1)
    most = by[by.size - 1]
    if most == 0:
        raise ZeroDivisionError()
    n = rest.size - by.size
    if n < 0:
        return rest[:1] * 0, rest
    if by.size == 1:
        return rest / most, rest[:1] * 0
    below = by[:-1] / most
    for i in range(n, -1, -1):
        at = i + below.size
        for k in range(below.size):
            rest[i + k] -= below[k] * rest[at]
    return rest[below.size:] / most, host_polynomial_polyutils_trimseq(rest[:below.size])


# The eigenvalues of the matrix whose characteristic polynomial it is.
def host_roots(p):
    c = array_of(p)
    if c.ndim != 1:
        raise ValueError('Input must be a 1d array.')
    found = np.zeros(0, common((c, 0.0)))
    first = 0
    while first < c.size and c[first] == 0:
        first += 1
    end = c.size
    while end > first and c[end - 1] == 0:
        end -= 1
    n = end - first - 1
    if n > 0:
        companion = np.zeros((n, n), found.dtype)
        for i in range(n):
            companion[0, i] = -c[first + 1 + i] / c[first]
            if i > 0:
                companion[i, i - 1] = 1
        found = host_linalg_eigvals(companion)
    if first == c.size:
        return found
    out = np.zeros(len(found) + c.size - end, found.dtype)
    out[:len(found)] = found
    return out
