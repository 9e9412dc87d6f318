# SPDX-License-Identifier: Apache-2.0
"""Arrays of host functions that repeat others, stretch them, and put elements in
or leave them out."""
import numpy as np
from portkern.lib import common, strided
from np_search import host_argsort
from np_sets import array_of
from np_shape import axis_first, axis_of, flat_of, with_other, zeros_for


# ---- arrays that repeat others ----

# At least as long as another, with values in front.
def padded(t, other, value):
    if len(t) >= len(other):
        return t
    return padded((value,) + t, other, value)


def products(s, t):
    if len(s) == 0:
        return ()
    return (s[0] * t[0],) + products(s[1:], t[1:])


def alternating(s, t):
    if len(s) == 0:
        return ()
    return (s[0], t[0]) + alternating(s[1:], t[1:])


def times_of(reps):
    if isinstance(reps, tuple):
        return reps
    return (reps,)


# The new array has two axes for each of the old ones: its number and the place in it.
def host_tile(A, reps):
    a = array_of(A)
    given = times_of(reps)
    times = padded(given, a.shape, 1)
    shape = padded(a.shape, given, 1)
    strides = padded(a.strides, given, 0)
    pieces = np.empty(alternating(times, shape), a.dtype)
    pieces[...] = strided(a, alternating(times, shape), alternating(zeros_for(times), strides))
    return pieces.reshape(products(shape, times))


def host_kron(a, b):
    x = array_of(a)
    y = array_of(b)
    m = padded(x.shape, y.shape, 1)
    n = padded(y.shape, x.shape, 1)
    by_x = padded(x.strides, y.shape, 0)
    by_y = padded(y.strides, x.shape, 0)
    pieces = np.empty(alternating(m, n), common((x, y)))
    pieces[...] = (strided(x, alternating(m, n), alternating(by_x, zeros_for(m))) *
                   strided(y, alternating(m, n), alternating(zeros_for(m), by_y)))
    return pieces.reshape(products(m, n))


def grid(a, shape, axis):
    out = np.empty(shape, a.dtype)
    out[...] = strided(a, shape, with_other(zeros_for(shape), axis, a.strides[0]))
    return out


def host_meshgrid(x1, x2=None, x3=None, indexing='xy'):
    if indexing != 'xy' and indexing != 'ij':
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    a = flat_of(x1)
    if x2 is None:
        return (a.copy(),)
    b = flat_of(x2)
    first = 1 if indexing == 'xy' else 0
    second = 1 - first
    flat = with_other((a.size, a.size), second, b.size)
    if x3 is None:
        return grid(a, flat, first), grid(b, flat, second)
    c = flat_of(x3)
    shape = flat + (c.size,)
    return grid(a, shape, first), grid(b, shape, second), grid(c, shape, 2)


# ---- elements left out and put in ----

def place_of(i, n):
    if i < -n or i >= n:
        raise IndexError(f'index {i} is out of bounds for axis 0 with size {n}')
    return i + n if i < 0 else i


def left_out(arr, obj):
    n = len(arr)
    keep = np.ones(n, np.bool_)
    if hasattr(obj, 'shape'):
        if isinstance(obj.dtype(0), np.bool_):
            if len(obj) != n:
                raise ValueError(f'boolean array argument obj to delete must be one dimensional and match the axis length of {n}')
            for i in range(n):
                keep[i] = not obj[i]
        else:
            for i in obj.flat:
                keep[place_of(i, n)] = False
    elif hasattr(obj, 'step'):
        for i in range(*obj.indices(n)):
            keep[i] = False
    else:
        if obj < -n or obj >= n:
            raise IndexError('obj must be less than the len(arr)')
        keep[obj] = False
    out = np.empty((np.count_nonzero(keep),) + arr.shape[1:], arr.dtype)
    at = 0
    for i in range(n):
        if keep[i]:
            out[at] = arr[i]
            at += 1
    return out


def host_delete(arr, obj, axis=None):
    which = obj if hasattr(obj, 'step') or not isinstance(obj, (tuple, list)) else array_of(obj)
    if axis is None:
        return left_out(flat_of(arr), which)
    at = axis_of(axis, arr.ndim)
    rest = left_out(axis_first(arr, at), which)
    out = np.empty(with_other(arr.shape, at, len(rest)), arr.dtype)
    to = axis_first(out, at)
    to[...] = rest
    return out


def put_in(a, at, v):
    if at < -a.size or at > a.size:
        raise IndexError('index is out of bounds for the given array size')
    where = at + a.size if at < 0 else at
    out = np.empty(a.size + v.size, a.dtype)
    out[:where] = a[:where]
    out[where:where + v.size] = v
    out[where + v.size:] = a[where:]
    return out


def host_insert(arr, obj, values):
    a = flat_of(array_of(arr))
    v = flat_of(array_of(values))
    if not hasattr(obj, 'shape') and not isinstance(obj, (tuple, list)):
        return put_in(a, int(obj), v)
    places = flat_of(array_of(obj)).astype(np.int64)
    if places.size == 1:
        return put_in(a, places[0], v)
    if v.size != 1 and v.size != places.size:
        raise ValueError('shape mismatch: the number of values does not match the number of insertion indices')
    for i in range(places.size):
        if places[i] < -a.size or places[i] > a.size:
            raise IndexError('index is out of bounds for the given array size')
        if places[i] < 0:
            places[i] += a.size
    order = host_argsort(places)
    out = np.empty(a.size + places.size, a.dtype)
    at = 0
    done = 0
    for k in order:
        some = places[k] - done
        out[at:at + some] = a[done:done + some]
        done += some
        out[at + some] = v[0 if v.size == 1 else k]
        at += some + 1
    out[at:] = a[done:]
    return out
