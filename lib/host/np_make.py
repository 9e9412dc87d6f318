# SPDX-License-Identifier: Apache-2.0
"""New arrays of host functions: filled, counted, copied, of literals."""
import math
import numpy as np
from portkern.lib import c_order, common, f_order


def host_ones(shape, dtype=None):
    return host_full(shape, 1, np.float64 if dtype is None else dtype)


def host_full(shape, fill_value, dtype=None):
    a = np.empty(shape, common(fill_value if dtype is None else dtype))
    a[...] = fill_value
    return a


# As large as another, and in Fortran's order where that is.
def like(a, dtype):
    if not hasattr(a, 'shape'):
        return np.empty((), dtype)
    if f_order(a):
        return np.empty(a.T.shape, dtype).T
    return np.empty(a.shape, dtype)


def host_empty_like(a, dtype=None):
    return like(a, common(a if dtype is None else dtype))


def host_zeros_like(a, dtype=None):
    return host_full_like(a, 0, dtype)


def host_ones_like(a, dtype=None):
    return host_full_like(a, 1, dtype)


def host_full_like(a, fill_value, dtype=None):
    out = like(a, common(a if dtype is None else dtype))
    out[...] = fill_value
    return out


def counted(start, stop, step, dtype):
    if step == 0:
        raise ValueError('Maximum allowed size exceeded')
    way = stop - start
    ratio = way / step
    if not isinstance(ratio, (np.complex64, np.complex128)) and not isinstance(way, np.uint64):
        if (way > 0) != (stop > start):
            raise ValueError('Maximum allowed size exceeded')
    count = math.ceil(ratio.real)
    if isinstance(ratio, (np.complex64, np.complex128)):
        count = min(count, math.ceil(ratio.imag))
    a = np.empty(max(int(count), 0), dtype)
    for i in range(a.size):
        a[i] = start + i * step
    return a


# Integers make int64, whatever their width.
def host_arange(start, stop=None, step=None, dtype=None):
    by = 1 if step is None else step
    widest = common((start, start if stop is None else stop, start if step is None else step))
    zero = widest(0)
    if dtype is not None:
        kept = dtype
    elif isinstance(zero, np.uint64) or isinstance(zero, np.complex128):
        kept = widest
    elif isinstance(zero, np.complex64):
        kept = np.complex128
    elif isinstance(zero, (np.float16, np.float32, np.float64)):
        kept = np.float64
    else:
        kept = np.int64
    if stop is None:
        return counted(0, start, by, kept)
    return counted(start, stop, by, kept)


def host_linspace(start, stop, num=50):
    first = start * 1.0
    last = stop * 1.0
    a = np.empty(num, common((first, last)))
    if num == 1:
        a[0] = first
    if num > 1:
        step = (last - first) / (num - 1)
        for i in range(num):
            a[i] = first + i * step
        a[-1] = last
    return a


def host_eye(N, M=None, k=0, dtype=np.float64):
    a = np.zeros((N, N if M is None else M), dtype)
    for i in range(max(0, -k), min(a.shape[0], a.shape[1] - k)):
        a[i, i + k] = 1
    return a


def host_identity(n, dtype=np.float64):
    return host_eye(n, None, 0, dtype)


# ---- of tuples, which displays of lists are, and lists, of numbers, arrays, and more of them ----

def extents(object):
    if isinstance(object, (tuple, list)):
        return (len(object),) + extents(object[0])
    if hasattr(object, 'shape'):
        return object.shape
    return ()


def put_items(a, object):
    if isinstance(object, (tuple, list)):
        if len(object) != len(a):
            raise ValueError('setting an array element with a sequence: the rows are not of one length')
        at = 0
        for item in object:
            if isinstance(item, (tuple, list)):
                put_items(a[at], item)
            else:
                a[at] = item
            at += 1


def host_array(object, dtype=None):
    kept = common(object if dtype is None else dtype)
    if isinstance(object, (tuple, list)):
        a = np.empty(extents(object), kept)
        put_items(a, object)
        return a
    if hasattr(object, 'shape'):
        return host_astype(object, kept)
    b = np.empty((), kept)
    b[()] = object
    return b


def host_asarray(a, dtype=None):
    if hasattr(a, 'shape') and (dtype is None or isinstance(a.dtype(0), dtype)):
        return a
    return host_array(a, dtype)


def host_asarray_chkfinite(a, dtype=None):
    b = host_asarray(a, dtype)
    for v in b.flat:
        if not np.isfinite(v):
            raise ValueError('array must not contain infs or NaNs')
    return b


def host_ascontiguousarray(a):
    if a.ndim == 0:
        return host_array((a[()],))
    if c_order(a):
        return a
    return host_copy(a)


def host_asfortranarray(a):
    if f_order(a) or a.ndim == 1 and c_order(a):
        return a
    return host_copy(a.T).T


# ---- copies ----

def host_copy(a):
    if not hasattr(a, 'shape'):
        return host_array(a)
    b = np.empty(a.shape, a.dtype)
    b[...] = a
    return b


def host_astype(a, dtype):
    b = like(a, dtype)
    b[...] = a
    return b


def host_flatten(a):
    return host_copy(a).reshape(a.size)


def host_ravel(a):
    if c_order(a):
        return a.reshape(a.size)
    return host_flatten(a)


def host_conj(a):
    return np.conj(a)


def host_conjugate(a):
    return np.conj(a)
