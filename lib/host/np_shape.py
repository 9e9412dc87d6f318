# SPDX-License-Identifier: Apache-2.0
"""Arrays of host functions that are made of others: joined, stacked, repeated,
shifted; and views of them with other axes."""
import numpy as np
from portkern.lib import common, strided


def axis_of(axis, ndim):
    if axis < -ndim or axis >= ndim:
        raise ValueError(f'axis {axis} is out of bounds for array of dimension {ndim}')
    return axis + ndim if axis < 0 else axis


# ---- tuples without an item, with one more, with another ----

def without(t, axis):
    if len(t) == 1:
        return ()
    if axis == 0:
        return t[1:]
    return (t[0],) + without(t[1:], axis - 1)


def without_all(t, axes):
    if len(axes) == 0:
        return t
    return without_all(without(t, axes[0]), lowered(axes[1:], axes[0]))


# The numbers of axes where `axis` is gone.
def lowered(axes, axis):
    if len(axes) == 0:
        return ()
    return (axes[0] - (axes[0] > axis),) + lowered(axes[1:], axis)


def with_one(t, axis, value):
    if len(t) == 0:
        return (value,)
    if axis == 0:
        return (value,) + t
    return (t[0],) + with_one(t[1:], axis - 1, value)


def with_other(t, axis, value):
    return with_one(without(t, axis), axis, value)


def zeros_for(t):
    if len(t) == 0:
        return ()
    return (0,) + zeros_for(t[1:])


# ---- views ----

# The array whose first axis is `axis`.
def axis_first(a, axis):
    return strided(a, (a.shape[axis],) + without(a.shape, axis), (a.strides[axis],) + without(a.strides, axis))


def axis_last(a, axis):
    return strided(a, without(a.shape, axis) + (a.shape[axis],), without(a.strides, axis) + (a.strides[axis],))


def host_swapaxes(a, axis1, axis2):
    i = axis_of(axis1, a.ndim)
    j = axis_of(axis2, a.ndim)
    shape = with_other(with_other(a.shape, i, a.shape[j]), j, a.shape[i])
    strides = with_other(with_other(a.strides, i, a.strides[j]), j, a.strides[i])
    return strided(a, shape, strides)


def host_moveaxis(a, source, destination):
    i = axis_of(source, a.ndim)
    j = axis_of(destination, a.ndim)
    return strided(a, with_one(without(a.shape, i), j, a.shape[i]),
                   with_one(without(a.strides, i), j, a.strides[i]))


def host_expand_dims(a, axis):
    at = axis_of(axis, a.ndim + 1)
    return strided(a, with_one(a.shape, at, 1), with_one(a.strides, at, 0))


def host_flip(m):
    if m.ndim == 1:
        return m[::-1]
    if m.ndim == 2:
        return m[::-1, ::-1]
    if m.ndim == 3:
        return m[::-1, ::-1, ::-1]
    if m.ndim == 4:
        return m[::-1, ::-1, ::-1, ::-1]
    raise ValueError('np.flip of over 4 axes: turn them by slices, m[::-1]')


def host_flipud(m):
    return m[::-1]


def host_fliplr(m):
    return m[:, ::-1]


def host_atleast_1d(a):
    if not hasattr(a, 'shape'):
        return np.full(1, a)
    if a.ndim == 0:
        return a.reshape(1)
    return a


def host_atleast_2d(a):
    if not hasattr(a, 'shape'):
        return np.full((1, 1), a)
    if a.ndim == 1:
        return a[np.newaxis]
    return a


def host_atleast_3d(a):
    if not hasattr(a, 'shape'):
        return np.full((1, 1, 1), a)
    if a.ndim == 1:
        return a[np.newaxis, :, np.newaxis]
    if a.ndim == 2:
        return a[:, :, np.newaxis]
    return a


# ---- joined ----

# The first axis beside `axis` along which two shapes without it differ.
def other_axis(shape, other, axis):
    if len(shape) > 0:
        for k in range(len(shape)):
            if shape[k] != other[k]:
                return k if k < axis else k + 1
    return axis


def host_concatenate(arrays, axis=0):
    at = axis_of(axis, arrays[0].ndim)
    rest = without(arrays[0].shape, at)
    total = 0
    for a in arrays:
        if without(a.shape, at) != rest:
            raise ValueError(f'np.concatenate(): input sizes over dimension {other_axis(without(a.shape, at), rest, at)} do not match')
        total += a.shape[at]
    out = np.empty(with_one(rest, at, total), common(arrays))
    to = axis_first(out, at)
    done = 0
    for a in arrays:
        to[done:done + a.shape[at]] = axis_first(a, at)
        done += a.shape[at]
    return out


def host_concat(arrays, axis=0):
    return host_concatenate(arrays, axis)


def flat_of(a):
    if isinstance(a, tuple):
        return np.array(a).reshape(-1)
    if not hasattr(a, 'shape'):
        return np.full(1, a)
    return np.ravel(a)


def host_append(arr, values, axis=None):
    if axis is None:
        return host_concatenate((flat_of(arr), flat_of(values)))
    return host_concatenate((arr, values), axis)


def host_stack(arrays, axis=0):
    at = axis_of(axis, arrays[0].ndim + 1)
    out = np.empty(with_one(arrays[0].shape, at, len(arrays)), common(arrays))
    to = axis_first(out, at)
    i = 0
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError('np.stack(): all input arrays must have the same shape')
        to[i] = a
        i += 1
    return out


def host_vstack(tup):
    if tup[0].ndim == 1:
        return host_stack(tup)
    return host_concatenate(tup)


def host_hstack(tup):
    if tup[0].ndim == 1:
        return host_concatenate(tup)
    return host_concatenate(tup, 1)


def column_of(a):
    if a.ndim == 1:
        return a[:, np.newaxis]
    return a


def host_column_stack(tup):
    wide = 0
    for a in tup:
        if len(a) != len(tup[0]):
            raise ValueError('all the input array dimensions except for the concatenation axis must match exactly')
        wide += column_of(a).shape[1]
    out = np.empty((len(tup[0]), wide), common(tup))
    done = 0
    for a in tup:
        b = column_of(a)
        out[:, done:done + b.shape[1]] = b
        done += b.shape[1]
    return out


def host_dstack(tup):
    if tup[0].ndim == 1:
        return host_expand_dims(host_stack(tup, 1), 0)
    if tup[0].ndim == 2:
        return host_stack(tup, 2)
    return host_concatenate(tup, 2)


# ---- differences, turns, repetitions ----

def host_diff(a, n=1):
    if n < 0:
        raise ValueError('diff(): order must be non-negative')
    b = a.copy()
    for _ in range(n):
        b = b[..., 1:] != b[..., :-1] if a.dtype == np.bool_ else b[..., 1:] - b[..., :-1]
    return b


def host_roll(a, shift):
    out = np.empty(a.shape, a.dtype)
    at = 0
    if a.size:
        at = shift % a.size
    for v in a.flat:
        out.flat[at] = v
        at += 1
        if at == a.size:
            at = 0
    return out


def host_repeat(a, repeats):
    flat = flat_of(a)
    at = 0
    if not hasattr(repeats, 'shape'):
        if repeats < 0:
            raise ValueError('negative dimensions are not allowed')
        out = np.empty((flat.size, repeats), flat.dtype)
        for i in range(flat.size):
            out[i] = flat[i]
        return out.reshape(flat.size * repeats)
    if repeats.size != flat.size:
        raise ValueError('operands could not be broadcast together')
    counts = 0
    for n in repeats:
        if n < 0:
            raise ValueError('repeats may not contain negative values.')
        counts += n
        if counts < 0:
            raise MemoryError('Allocation failed (probably too large).')
    some = np.empty(counts, flat.dtype)
    for i in range(flat.size):
        some[at:at + repeats[i]] = flat[i]
        at += repeats[i]
    return some


# ---- diagonals ----

def host_diag(v, k=0):
    if v.ndim == 1:
        n = len(v) + abs(k)
        out = np.zeros((n, n), v.dtype)
        for i in range(len(v)):
            out[i + max(0, -k), i + max(0, k)] = v[i]
        return out
    rows, columns = v.shape
    count = max(0, min(rows - max(0, -k), columns - max(0, k)))
    some = np.empty(count, v.dtype)
    for i in range(count):
        some[i] = v[i + max(0, -k), i + max(0, k)]
    return some


def host_trace(a, offset=0):
    rows, columns = a.shape
    count = min(rows - max(0, -offset), columns - max(0, offset))
    total = a.dtype(0)
    for i in range(count):
        total += a[i + max(0, -offset), i + max(0, offset)]
    return total


def host_tril(m, k=0):
    out = m.copy()
    for i in range(m.shape[0]):
        out[i, max(0, i + k + 1):] = 0
    return out


def host_triu(m, k=0):
    out = m.copy()
    for i in range(m.shape[0]):
        out[i, :max(0, i + k)] = 0
    return out
