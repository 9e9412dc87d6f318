# SPDX-License-Identifier: Apache-2.0
"""What masks and arrays of integers as indices pick and change, in host functions."""
import numpy as np
from portkern.lib import strided
from np_shape import axis_first, axis_of, with_one, with_other, without, without_all
from np_views import shape_of_all, strides_to


# ---- by one alone ----

def host___masked__(a, mask):
    shape = mask.shape
    for k in range(mask.ndim):
        if shape[k] != a.shape[k]:
            raise IndexError(f'boolean index did not match indexed array along axis {k}; size of axis is {a.shape[k]} but size of corresponding boolean axis is {shape[k]}')
    count = np.count_nonzero(mask)
    at = 0
    if mask.ndim == a.ndim:
        out = np.empty(count, a.dtype)
        for v, chosen in zip(a.flat, mask.flat):
            if chosen:
                out[at] = v
                at += 1
        return out
    rows = np.empty((count,) + a.shape[mask.ndim:], a.dtype)
    for place in np.ndindex(shape):
        if mask[place]:
            rows[at] = a[place]
            at += 1
    return rows


def host___rows__(a, index):
    out = np.empty(index.shape + a.shape[1:], a.dtype)
    for place in np.ndindex(index.shape):
        i = index[place]
        if i >= len(a) or i < -len(a):
            raise IndexError(f'index {i} is out of bounds for axis 0 with size {len(a)}')
        out[place] = a[i]
    return out


def host___put_masked__(a, mask, value):
    shape = mask.shape
    for k in range(mask.ndim):
        if shape[k] != a.shape[k]:
            raise IndexError(f'boolean index did not match indexed array along axis {k}; size of axis is {a.shape[k]} but size of corresponding boolean axis is {shape[k]}')
    if not hasattr(value, 'shape'):
        for place in np.ndindex(shape):
            if mask[place]:
                a[place] = value
    elif value.ndim <= a.ndim - mask.ndim:
        for place in np.ndindex(shape):
            if mask[place]:
                a[place] = value
    else:
        count = np.count_nonzero(mask)
        if len(value) != count and len(value) != 1:
            raise ValueError(f'cannot assign slice of shape ({count},) from input of shape ({len(value)},)')
        at = 0
        by = 0 if len(value) == 1 else 1
        for place in np.ndindex(shape):
            if mask[place]:
                a[place] = value[at]
                at += by


def host___put_rows__(a, index, value):
    for i in index.flat:
        if i >= len(a) or i < -len(a):
            raise IndexError(f'index {i} is out of bounds for axis 0 with size {len(a)}')
    if not hasattr(value, 'shape'):
        for place in np.ndindex(index.shape):
            a[index[place]] = value
    elif value.ndim <= a.ndim - 1:
        for place in np.ndindex(index.shape):
            a[index[place]] = value
    elif value.ndim == a.ndim:
        if value.shape[0] != index.shape[index.ndim - 1] and value.shape[0] != 1:
            raise ValueError(f'cannot assign slice of shape ({index.size},) from input of shape ({len(value)},)')
        by = 0 if len(value) == 1 else 1
        for place in np.ndindex(index.shape):
            a[index[place]] = value[place[index.ndim - 1] * by]
    else:
        if value.shape[:index.ndim] != index.shape:
            raise ValueError(f'cannot assign slice of shape ({index.size},) from input of shape ({len(value)},)')
        for place in np.ndindex(index.shape):
            a[index[place]] = value[place]


# ---- by several, among slices ----

# The places where masks are True; numbers have no axes.
def places_of(indices):
    if len(indices) == 0:
        return ()
    rest = places_of(indices[1:])
    if not hasattr(indices[0], 'shape'):
        return (np.full((), indices[0]),) + rest
    if isinstance(indices[0].dtype(0), np.bool_):
        return (np.flatnonzero(indices[0]),) + rest
    return (indices[0],) + rest


def check_places(arrays, axes, shape):
    if len(arrays) == 0:
        return
    n = shape[axes[0]]
    for i in arrays[0].flat:
        if i >= n or i < -n:
            raise IndexError(f'index {i} is out of bounds for axis {axes[0]} with size {n}')
    check_places(arrays[1:], axes[1:], shape)


def seen_as(arrays, shape):
    if len(arrays) == 0:
        return ()
    a = arrays[0]
    return (strided(a, shape, strides_to(a.shape, a.strides, shape)),) + seen_as(arrays[1:], shape)


def at_place(arrays, place):
    if len(arrays) == 0:
        return ()
    return (arrays[0][place],) + at_place(arrays[1:], place)


def items_at(t, axes):
    if len(axes) == 0:
        return ()
    return (t[axes[0]],) + items_at(t, axes[1:])


# The array with these axes in front.
def axes_first(a, axes):
    return strided(a, items_at(a.shape, axes) + without_all(a.shape, axes),
                   items_at(a.strides, axes) + without_all(a.strides, axes))


# With the `count` axes from `at` on in front.
def middle_first(a, at, count):
    s = a.shape
    t = a.strides
    return strided(a, s[at:at + count] + s[:at] + s[at + count:], t[at:at + count] + t[:at] + t[at + count:])


def host___gather__(a, axes, indices, at):
    found = places_of(indices)
    shape = shape_of_all(found)
    check_places(found, axes, a.shape)
    source = axes_first(a, axes)
    rest = source.shape[len(axes):]
    out = np.empty(rest[:at] + shape + rest[at:], a.dtype)
    to = middle_first(out, at, len(shape))
    places = seen_as(found, shape)
    for place in np.ndindex(shape):
        to[place] = source[at_place(places, place)]
    return out


def host___scatter__(a, axes, indices, at, value):
    found = places_of(indices)
    shape = shape_of_all(found)
    check_places(found, axes, a.shape)
    to = axes_first(a, axes)
    places = seen_as(found, shape)
    if not hasattr(value, 'shape'):
        for place in np.ndindex(shape):
            to[at_place(places, place)] = value
        return
    rest = to.shape[len(axes):]
    whole = rest[:at] + shape + rest[at:]
    if not fits(value.shape, whole):
        raise ValueError(f'cannot assign slice of shape {whole} from input of shape {value.shape}')
    source = middle_first(strided(value, whole, strides_to(value.shape, value.strides, whole)), at, len(shape))
    for place in np.ndindex(shape):
        to[at_place(places, place)] = source[place]


def fits(shape, to):
    if len(shape) == 0:
        return True
    if len(shape) > len(to):
        return shape[0] == 1 and fits(shape[1:], to)
    return (shape[-1] == to[-1] or shape[-1] == 1) and fits(shape[:-1], to[:-1])


# ---- take ----

def with_all(t, axis, values):
    if len(values) == 0:
        return t
    return with_one(with_all(t, axis, values[1:]), axis, values[0])


def taken(a, axis, indices):
    places = np.ravel(indices)
    out = np.empty(with_other(a.shape, axis, places.size), a.dtype)
    source = axis_first(a, axis)
    to = axis_first(out, axis)
    for k in range(places.size):
        i = places[k]
        if i >= len(source) or i < -len(source):
            raise IndexError(f'index {i} is out of bounds for axis {axis} with size {len(source)}')
        to[k] = source[i]
    if indices.ndim == 1:
        return out
    return out.reshape(with_all(without(a.shape, axis), axis, indices.shape))


def host_take(a, indices, axis):
    if axis is None:
        return np.take(a, indices)
    at = axis_of(axis, a.ndim)
    if isinstance(indices, tuple):
        return taken(a, at, np.array(indices))
    if hasattr(indices, 'shape'):
        return taken(a, at, indices)
    source = axis_first(a, at)
    if indices >= len(source) or indices < -len(source):
        raise IndexError(f'index {indices} is out of bounds for axis {at} with size {len(source)}')
    if a.ndim == 1:
        return source[indices]
    return source[indices].copy()


