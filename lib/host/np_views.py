# SPDX-License-Identifier: Apache-2.0
"""Views of arrays for host functions that are turned, broadcast, of windows, and split."""
from portkern.lib import strided
from np_make import host_array
from np_sets import array_of
from np_shape import axis_first, axis_of, with_other


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


def shape_of_both(s, t):
    if len(s) == 0:
        return t
    if len(t) == 0:
        return s
    m = s[-1]
    n = t[-1]
    if m != n and m != 1 and n != 1:
        raise ValueError('shape mismatch: objects cannot be broadcast to a single shape')
    return shape_of_both(s[:-1], t[:-1]) + (n if m == 1 else m,)


def shape_of_all(arrays):
    if len(arrays) == 0:
        return ()
    return shape_of_both(arrays[0].shape, shape_of_all(arrays[1:]))


def shape_tuple(s):
    return s if isinstance(s, tuple) else (s,)


def host_broadcast_shapes(s0, s1=None, s2=None, s3=None):
    shape = shape_tuple(s0)
    if s1 is not None:
        shape = shape_of_both(shape, shape_tuple(s1))
    if s2 is not None:
        shape = shape_of_both(shape, shape_tuple(s2))
    if s3 is not None:
        shape = shape_of_both(shape, shape_tuple(s3))
    return shape


def array_or(a):
    return a if hasattr(a, 'shape') else host_array(a)


def host_broadcast_arrays(a0, a1=None, a2=None, a3=None):
    if a1 is None:
        return [array_or(a0)]
    if a2 is None:
        return seen_alike((array_or(a0), array_or(a1)))
    if a3 is None:
        return seen_alike((array_or(a0), array_or(a1), array_or(a2)))
    return seen_alike((array_or(a0), array_or(a1), array_or(a2), array_or(a3)))


def seen_alike(arrays):
    shape = shape_of_all(arrays)
    return [strided(a, shape, strides_to(a.shape, a.strides, shape)) for a in arrays]


# ---- windows ----

def host_lib_stride_tricks_as_strided(x, shape=None, strides=None):
    if strides is None:
        raise TypeError('as_strided() strides argument cannot be None')
    return strided(x, x.shape if shape is None else shape, strides)


# A window of one more axis after the other: of (shape, strides) so far.
def windows(a, shape, strides, window, axes):
    if len(window) == 0:
        return strided(a, shape, strides)
    at = axis_of(axes[0], a.ndim)
    size = window[0]
    if size < 0:
        raise ValueError('`window_shape` cannot contain negative values')
    if shape[at] < size:
        raise ValueError('window_shape cannot be larger than input array shape')
    return windows(a, with_other(shape, at, shape[at] - size + 1) + (size,), strides + (a.strides[at],),
                   window[1:], axes[1:])


def numbers_from(n, t):
    if len(t) == 0:
        return ()
    return (n,) + numbers_from(n + 1, t[1:])


def host_lib_stride_tricks_sliding_window_view(x, window_shape, axis=None):
    if not isinstance(window_shape, tuple):
        return host_lib_stride_tricks_sliding_window_view(x, (window_shape,), axis)
    if axis is None:
        return host_lib_stride_tricks_sliding_window_view(x, window_shape, numbers_from(0, x.shape))
    if not isinstance(axis, tuple):
        return host_lib_stride_tricks_sliding_window_view(x, window_shape, (axis,))
    if len(window_shape) != len(axis):
        raise ValueError('Must provide matching length window_shape and axis')
    return windows(x, x.shape, x.strides, window_shape, axis)


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
