# SPDX-License-Identifier: Apache-2.0
"""Reductions of host functions along an axis, running sums, and products of
matrices. The elements come one after another, as in lib/host/np_reduce.py."""
import math
import numpy as np
from numba import prange
from portkern.lib import common, has_threads, mean_type, on_threads, real_type, strided, sum_type
from np_shape import axis_last, axis_of, with_other, without_all
from np_reduce import (np_all, np_any, np_argmax, np_argmin, np_max, np_mean, np_min, np_prod, np_std, np_sum_as,
                       np_var)


def along(a, axis):
    return axis_last(a, axis_of(axis, a.ndim))


# Along an axis each element is converted before it is added.
def added_as(a, dtype):
    total = dtype(0)
    for v in a:
        total = dtype(total + dtype(v))
    return total


def host_sum(a, axis=None, dtype=None):
    kept = sum_type(a) if dtype is None else dtype
    if axis is None:
        return np_sum_as(a, kept)
    if isinstance(axis, tuple):
        if len(axis) == 0:
            return a.copy() if dtype is None else a.astype(dtype)
        return sum_over(a, axes_of(axis, a.ndim), kept)
    b = along(a, axis)
    if a.ndim == 1:
        return added_as(b, kept)
    out = np.empty(b.shape[:-1], kept)
    for place in np.ndindex(out.shape):
        out[place] = added_as(b[place], kept)
    return out


def axes_of(axes, ndim):
    if len(axes) == 0:
        return ()
    rest = axes_of(axes[1:], ndim)
    first = axis_of(axes[0] | 0, ndim)  # integers alone
    for other in rest:
        if other == first:
            raise ValueError("duplicate value in 'axis'")
    return (first,) + rest


def with_others(t, axes, value):
    if len(axes) == 0:
        return t
    return with_others(with_other(t, axes[0], value), axes[1:], value)


# The result is seen through an array of a's shape, whose places along the axes are one.
def sum_over(a, axes, kept):
    if len(axes) == a.ndim:
        return np_sum_as(a, kept)
    out = np.zeros(with_others(a.shape, axes, 1), kept)
    seen = strided(out, a.shape, with_others(out.strides, axes, 0))
    for place in np.ndindex(a.shape):
        seen[place] = kept(seen[place] + kept(a[place]))
    return out.reshape(without_all(a.shape, axes))


# By a function of one axis, whose results have that dtype.
def reduced(function, a, axis, dtype):
    b = along(a, axis)
    if a.ndim == 1:
        return function(b)
    out = np.empty(b.shape[:-1], dtype)
    for place in np.ndindex(out.shape):
        out[place] = function(b[place])
    return out


def host_prod(a, axis=None):
    return reduced(np.prod, a, axis, sum_type(a))


def host_mean(a, axis=None):
    return reduced(np.mean, a, axis, mean_type(a))


def host_var(a, axis=None):
    return reduced(np.var, a, axis, real_type(a))


def host_std(a, axis=None):
    return reduced(np.std, a, axis, real_type(a))


def host_min(a, axis=None):
    return reduced(np.min, a, axis, a.dtype)


def host_max(a, axis=None):
    return reduced(np.max, a, axis, a.dtype)


def host_amin(a, axis=None):
    return host_min(a, axis)


def host_amax(a, axis=None):
    return host_max(a, axis)


def host_all(a, axis=None):
    return reduced(np.all, a, axis, np.bool_)


def host_any(a, axis=None):
    return reduced(np.any, a, axis, np.bool_)


def host_count_nonzero(a, axis=None):
    return reduced(np.count_nonzero, a, axis, np.int64)


def host_argmin(a, axis=None):
    return reduced(np.argmin, a, axis, np.int64)


def host_argmax(a, axis=None):
    return reduced(np.argmax, a, axis, np.int64)


# ---- running ----

def sums_of(a, out):
    total = out.dtype(0)
    at = 0
    for v in a.flat:
        total += out.dtype(v)
        out[at] = total
        at += 1


def products_of(a, out):
    total = out.dtype(1)
    at = 0
    for v in a.flat:
        total *= v
        out[at] = total
        at += 1


# By a function of one axis and its results.
def running(function, a, axis, dtype):
    if axis is None:
        flat = np.empty(a.size, dtype)
        function(a, flat)
        return flat
    b = along(a, axis)
    if a.ndim == 1:
        out = np.empty(a.size, dtype)
        function(b, out)
        return out
    all = np.empty(a.shape, dtype)
    to = along(all, axis)
    for place in np.ndindex(b.shape[:-1]):
        function(b[place], to[place])
    return all


def host_cumsum(a, axis=None, dtype=None):
    if dtype is None:
        return running(sums_of, a, axis, sum_type(a))
    return running(sums_of, a, axis, dtype)


def host_cumprod(a, axis=None):
    return running(products_of, a, axis, sum_type(a))


# ---- products ----

def dot_vectors(a, b):
    if len(a) != len(b):
        raise ValueError('incompatible array sizes for np.dot(a, b) (vector * vector)')
    kept = common((a, b))
    total = kept(0)
    for place in on_threads(np.ndindex(len(a))):
        total += a[place] * b[place]
    return kept(total)


# The rows of `b` are added up in their order, so that memory is read in its own,
# and eight in one pass over a row of `out`. What 512 columns of eight rows are stays
# in the cache for several rows of `out`: for fewer where threads want their share.
def dot_matrices(a, b, out):
    out[...] = 0
    rows = 4 if has_threads() else 16
    eights = a.shape[1] // 8
    for block in prange((a.shape[0] + rows - 1) // rows):
        first = block * rows
        last = min(first + rows, a.shape[0])
        for low in range(0, b.shape[1], 512):
            high = min(low + 512, b.shape[1])
            for eight in range(eights):
                for i in range(first, last):
                    add_eight(a[i], b, out[i], 8 * eight, low, high)
            for k in range(8 * eights, a.shape[1]):
                for i in range(first, last):
                    factor = a[i, k]
                    for j in range(low, high):
                        out[i, j] += factor * b[k, j]


def add_eight(row, b, out, k, low, high):
    f0 = row[k]
    f1 = row[k + 1]
    f2 = row[k + 2]
    f3 = row[k + 3]
    f4 = row[k + 4]
    f5 = row[k + 5]
    f6 = row[k + 6]
    f7 = row[k + 7]
    for j in range(low, high):
        out[j] = (out[j] + f0 * b[k, j] + f1 * b[k + 1, j] + f2 * b[k + 2, j] + f3 * b[k + 3, j]
                  + f4 * b[k + 4, j] + f5 * b[k + 5, j] + f6 * b[k + 6, j] + f7 * b[k + 7, j])


def host_dot(a, b):
    if not hasattr(a, 'shape') or not hasattr(b, 'shape'):
        return a * b
    kept = common((a, b))
    if a.ndim == 1 and b.ndim == 1:
        return dot_vectors(a, b)
    if a.ndim == 2 and b.ndim == 1:
        if a.shape[1] != b.shape[0]:
            raise ValueError('incompatible array sizes for np.dot(a, b) (matrix * vector)')
        some = np.empty(a.shape[0], kept)
        for i in prange(a.shape[0]):
            some[i] = dot_vectors(a[i], b)
        return some
    if a.ndim == 1:
        if a.shape[0] != b.shape[0]:
            raise ValueError('incompatible array sizes for np.dot(a, b) (vector * matrix)')
        row = np.empty((1, b.shape[1]), kept)
        dot_matrices(a[np.newaxis], b, row)
        return row[0]
    if a.shape[1] != b.shape[0]:
        raise ValueError('incompatible array sizes for np.dot(a, b) (matrix * matrix)')
    out = np.empty((a.shape[0], b.shape[1]), kept)
    dot_matrices(a, b, out)
    return out


def host_matmul(a, b):
    return host_dot(a, b)


def host_outer(a, b):
    x = np.ravel(a)
    y = np.ravel(b)
    out = np.empty((x.size, y.size), common((x, y)))
    out[...] = x[:, np.newaxis] * y
    return out


# ---- lengths ----

# The root of the sum of squares, by the largest element where squares leave the
# range of the type.
def length_of(a):
    total = a.dtype(0).real * a.dtype(0).real
    for v in a.flat:
        total += v.real * v.real + v.imag * v.imag if isinstance(v, (np.complex64, np.complex128)) else v * v
    if total > 1e-30 and total < 1e30:
        return math.sqrt(total)
    most = 0.0
    for v in a.flat:
        if v != v:
            return math.sqrt(total)
        most = max(most, np.float64(abs(v)))
    if most == 0 or most == np.inf:
        return common(total)(most)
    scaled = 0.0
    for v in a.flat:
        scaled += (abs(v) / most) ** 2
    return common(total)(most * math.sqrt(scaled))
