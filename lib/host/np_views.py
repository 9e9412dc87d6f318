# SPDX-License-Identifier: Apache-2.0
"""Views of arrays for host functions that are turned, broadcast and split."""
from portkern.lib import strided
from np_make import host_array
from np_sets import array_of
from np_shape import axis_first, axis_of


# ---- turned ----

def host_rot90(m, k=1):
    turns = k % 4
    s = m.shape
    t = m.strides
    if turns == 0:
        return strided(m, s, t)
    if turns == 2:
        n = m[::-1, ::-1]
        return strided(n, n.shape, n.strides)
    if turns == 1:
        n = m[:, ::-1]
    else:
        n = m[::-1]
    u = n.strides
    return strided(n, (s[1], s[0]) + s[2:], (u[1], u[0]) + u[2:])


# ---- broadcast ----

def strides_to(shape, strides, to):
    if len(shape) > len(to):
        raise ValueError('input operand has more dimensions than allowed by the axis remapping')
    if len(shape) < len(to):
        return (0,) + strides_to(shape, strides, to[1:])
    if len(to) == 0:
        return ()
    if shape[0] != to[0] and shape[0] != 1:
        raise ValueError('operands could not be broadcast together with remapped shapes')
    return (0 if shape[0] == 1 else strides[0],) + strides_to(shape[1:], strides[1:], to[1:])


def host_broadcast_to(array, shape):
    a = array if hasattr(array, 'shape') else host_array(array)
    if not isinstance(shape, tuple):
        return host_broadcast_to(a, (shape,))
    return strided(a, shape, strides_to(a.shape, a.strides, shape))


# ---- split ----

def part_of(ary, axis, start, stop):
    a = axis_first(ary, axis)[start:stop]
    return back(a, ary, axis)


def back(a, ary, axis):
    return strided(a, moved(a.shape[1:], axis, a.shape[0]), moved(a.strides[1:], axis, a.strides[0]))


def moved(t, axis, value):
    if len(t) == 0:
        return (value,)
    if axis == 0:
        return (value,) + t
    return (t[0],) + moved(t[1:], axis - 1, value)


def host_array_split(ary, indices_or_sections, axis=0):
    a = array_of(ary)
    at = axis_of(axis, a.ndim)
    parts = []
    start = 0
    if hasattr(indices_or_sections, 'shape') or isinstance(indices_or_sections, (tuple, list)):
        for stop in indices_or_sections:
            parts.append(part_of(a, at, start, stop))
            start = stop
        parts.append(part_of(a, at, start, a.shape[at]))
        return parts
    if indices_or_sections <= 0:
        raise ValueError('number sections must be larger than 0.')
    each = a.shape[at] // indices_or_sections
    more = a.shape[at] % indices_or_sections
    for i in range(indices_or_sections):
        stop = start + each + (1 if i < more else 0)
        parts.append(part_of(a, at, start, stop))
        start = stop
    return parts


def host_split(ary, indices_or_sections, axis=0):
    if not hasattr(indices_or_sections, 'shape') and not isinstance(indices_or_sections, (tuple, list)):
        if array_of(ary).shape[axis] % indices_or_sections:
            raise ValueError('array split does not result in an equal division')
    return host_array_split(ary, indices_or_sections, axis)


def host_vsplit(ary, indices_or_sections):
    if ary.ndim < 2:
        raise ValueError('vsplit only works on arrays of 2 or more dimensions')
    return host_split(ary, indices_or_sections, 0)


def host_hsplit(ary, indices_or_sections):
    if ary.ndim > 1:
        return host_split(ary, indices_or_sections, 1)
    return host_split(ary, indices_or_sections, 0)


def host_dsplit(ary, indices_or_sections):
    if ary.ndim < 3:
        raise ValueError('dsplit only works on arrays of 3 or more dimensions')
    return host_split(ary, indices_or_sections, 2)
