# SPDX-License-Identifier: Apache-2.0
"""Statistics of arrays of host functions, areas under curves, and products of
arrays that slide along each other."""
import math
import numpy as np
from portkern.lib import common, strided
from np_axis import host_mean, host_sum
from np_search import host_searchsorted
from np_sets import array_of
from np_shape import axis_of, host_diag, host_diff, with_other, zeros_for


def host_average(a, axis=None, weights=None):
    x = array_of(a)
    if weights is None:
        if axis is None:
            return np.mean(x)
        return host_mean(x, axis)
    w = array_of(weights)
    if axis is None:
        if x.ndim != w.ndim or x.shape != w.shape:
            if w.ndim == 1:
                raise TypeError('Axis must be specified when shapes of a and weights differ.')
            raise TypeError('1D weights expected when shapes of a and weights differ.')
        scale = np.sum(w)
        if scale == 0:
            raise ZeroDivisionError("Weights sum to zero, can't be normalized.")
        return np.sum(x * w) / scale
    if w.ndim != x.ndim:
        at = axis_of(axis, x.ndim)
        if w.ndim != 1 or len(w) != x.shape[at]:
            raise ValueError('Length of weights not compatible with specified axis.')
        whole = np.sum(w)
        if whole == 0:
            raise ZeroDivisionError("Weights sum to zero, can't be normalized.")
        by = strided(w, x.shape, with_other(zeros_for(x.shape), at, w.strides[0]))
        return host_sum(x * by, axis) / whole
    return host_sum(x * w, axis) / host_sum(w, axis)


# ---- covariance ----

# The variables of a matrix as its rows.
def variables(m, rowvar):
    a = array_of(m)
    if a.ndim == 1:
        return strided(a, (1, a.shape[0]), (0, a.strides[0]))
    if rowvar or a.shape[0] == 1:
        return strided(a, a.shape, a.strides)
    return strided(a, (a.shape[1], a.shape[0]), (a.strides[1], a.strides[0]))


def all_variables(m, y, rowvar):
    first = variables(m, rowvar)
    if y is None:
        some = np.empty(first.shape, common((m, 1.0)))
        some[...] = first
        return some
    second = variables(y, rowvar)
    if first.shape[1] != second.shape[1]:
        raise ValueError('m and y have incompatible dimensions')
    out = np.empty((first.shape[0] + second.shape[0], first.shape[1]), common((m, y, 1.0)))
    out[:first.shape[0]] = first
    out[first.shape[0]:] = second
    return out


def freedom(bias, ddof):
    if ddof is None:
        return 0 if bias else 1
    if not math.isfinite(ddof):
        raise ValueError('Cannot convert non-finite ddof to integer')
    if ddof - int(ddof) != 0:
        raise ValueError('ddof must be integral value')
    return int(ddof)


def covariances(x, less):
    rows, count = x.shape
    out = np.empty((rows, rows), x.dtype)
    if count == 0:
        out[...] = np.nan
        return out
    factor = np.divide(1.0, max(count - less, 0) * 1.0)
    for i in range(rows):
        x[i] -= np.sum(x[i]) / count
    for i in range(rows):
        for j in range(i + 1):
            total = x.dtype(0)
            for k in range(count):
                total += x[i, k] * x[j, k].conjugate()
            out[j, i] = (total * factor).conjugate()
            out[i, j] = total * factor
    return out


def host_cov(m, y=None, rowvar=True, bias=False, ddof=None):
    if hasattr(m, 'shape') and m.ndim == 2 and m.shape[0] == 1:
        raise RuntimeError('2D array containing a single row is unsupported due to ambiguity in type inference. To use numpy.cov in this case simply pass the row as a 1D array, i.e. m[0].')
    c = covariances(all_variables(m, y, rowvar), freedom(bias, ddof))
    if y is None and array_of(m).ndim == 1:
        return single(c[0, 0])
    return c


def single(v):
    out = np.empty((), common(v))
    out[()] = v
    return out


def clipped(x):
    if isinstance(x, (np.complex64, np.complex128)):
        return complex(clipped(x.real), clipped(x.imag))
    return np.sign(x) if abs(x) > 1 else x


def host_corrcoef(x, y=None, rowvar=True):
    c = covariances(all_variables(x, y, rowvar), 1)
    if y is None and array_of(x).ndim == 1:
        return np.divide(c[0, 0], c[0, 0])
    deviation = np.sqrt(host_diag(c).real)
    for i in range(len(c)):
        c[i] /= deviation
        c[:, i] /= deviation
    for place in np.ndindex(c.shape):
        c[place] = clipped(c[place])
    return c


# ---- areas ----

def host_trapezoid(y, x=None, dx=1.0):
    a = array_of(y)
    if x is None:
        return host_sum(dx * ((a[..., 1:] + a[..., :-1]) / 2.0), -1)
    return host_sum(host_diff(array_of(x)) * ((a[..., 1:] + a[..., :-1]) / 2.0), -1)


def host_trapz(y, x=None, dx=1.0):
    return host_trapezoid(y, x, dx)


# ---- sliding products ----

# Each element's sum is in order of b's elements; the loop inside goes over the
# results, which a vectoriser takes, in pieces that stay in the cache.
def slid(a, b, mode):
    if mode == 'valid':
        left = 0
        length = len(a) - len(b) + 1
    elif mode == 'same':
        left = len(b) // 2
        length = len(a)
    elif mode == 'full':
        left = len(b) - 1
        length = len(a) + len(b) - 1
    else:
        raise ValueError("Invalid 'mode', valid are 'full', 'same', 'valid'")
    out = np.zeros(length, common((a, b)))
    for start in range(0, length, 1024):
        stop = min(start + 1024, length)
        for j in range(len(b)):
            factor = b[j]
            for k in range(max(start, left - j), min(stop, len(a) + left - j)):
                out[k] += a[k - left + j] * factor
    return out


def check_slid(a, v):
    if len(a) == 0:
        raise ValueError("'a' cannot be empty")
    if len(v) == 0:
        raise ValueError("'v' cannot be empty")


def host_correlate(a, v, mode='valid'):
    x = array_of(a)
    check_slid(x, array_of(v))
    y = np.conj(array_of(v))
    if len(x) < len(y):
        return slid(y, x, mode)[::-1].copy()
    return slid(x, y, mode)


def host_convolve(a, v, mode='full'):
    x = array_of(a)
    y = array_of(v)
    check_slid(x, y)
    if len(x) < len(y):
        return slid(y, x[::-1], mode)
    return slid(x, y[::-1], mode)


# ---- bins ----

# 1: they grow, -1: they shrink, 0: neither.
def direction_of(bins):
    grows = True
    shrinks = True
    for i in range(len(bins) - 1):
        if bins[i] > bins[i + 1]:
            grows = False
        if bins[i] < bins[i + 1]:
            shrinks = False
    return 1 if grows else -1 if shrinks else 0


def host_digitize(x, bins, right=False):
    b = array_of(bins)
    direction = direction_of(b)
    if direction == 0:
        raise ValueError('bins must be monotonically increasing or decreasing')
    if direction < 0:
        if right:
            return len(b) - host_searchsorted(b[::-1], x, 'left')
        return len(b) - host_searchsorted(b[::-1], x, 'right')
    if right:
        return host_searchsorted(b, x, 'left')
    return host_searchsorted(b, x, 'right')


# ---- vectors across each other ----

def third(x):
    out = np.zeros(x.shape[:-1], x.dtype)
    if x.shape[-1] == 3:
        out[...] = x[..., 2]
    return out


def host_cross(a, b):
    x = array_of(a)
    y = array_of(b)
    if x.shape[-1] < 2 or x.shape[-1] > 3 or y.shape[-1] < 2 or y.shape[-1] > 3:
        raise ValueError('Incompatible dimensions for cross product\n(dimension must be 2 or 3)')
    if x.shape[-1] == 2 and y.shape[-1] == 2:
        raise ValueError('Dimensions for both inputs is 2.\nPlease replace your numpy.cross(a, b) call with a call to `cross2d(a, b)` from `numba.np.extensions`.')
    if x.ndim == 1 and y.ndim == 1:
        some = np.empty(3, common((x, y)))
        x2 = x[2] if len(x) == 3 else x.dtype(0)
        y2 = y[2] if len(y) == 3 else y.dtype(0)
        some[0] = x[1] * y2 - x2 * y[1]
        some[1] = x2 * y[0] - x[0] * y2
        some[2] = x[0] * y[1] - x[1] * y[0]
        return some
    u = third(x)
    v = third(y)
    first = x[..., 0] * y[..., 0]
    out = np.empty(first.shape + (3,), common((x, y)))
    out[..., 0] = x[..., 1] * v - u * y[..., 1]
    out[..., 1] = u * y[..., 0] - x[..., 0] * v
    out[..., 2] = x[..., 0] * y[..., 1] - x[..., 1] * y[..., 0]
    return out
