# SPDX-License-Identifier: Apache-2.0
"""Arrays put together and taken apart: concatenate, stack, split, tile, repeat, roll,
pad."""
import operator

import numpy as np

from . import _dtypes, _expressions, _store
from ._array import ndarray
from ._reductions import axes_of
from ._ufuncs import checked


def concatenate(tup, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays one behind the other along an axis."""
    arrays = _arrays(tup)
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        arrays, axis = [a.ravel() for a in arrays], 0
    first = arrays[0]
    if not first.ndim:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis, = axes_of(first, axis)
    for a in arrays[1:]:
        if a.ndim != first.ndim or a.shape[:axis] + a.shape[axis + 1:] != first.shape[:axis] + first.shape[axis + 1:]:
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly, but "
                             f"there are shapes {first.shape} and {a.shape} along axis {axis}")
    letter = _dtypes.promote([a._letter for a in arrays]) if dtype is None else _dtypes.letter_of(_dtypes.checked(dtype))
    length = sum(a.shape[axis] for a in arrays)
    made = out
    if made is None:
        made = ndarray._new(first._context, first.shape[:axis] + (length,) + first.shape[axis + 1:], letter)
    at = 0
    for a in arrays:
        _store.check_cast("concatenate", a._letter, made._letter, casting)
        made[(slice(None),) * axis + (slice(at, at + a.shape[axis]),)] = a
        at += a.shape[axis]
    return made


def _arrays(tup):
    if isinstance(tup, ndarray):
        return list(tup)
    from ._creation import asarray

    return [a if isinstance(a, ndarray) else asarray(a) for a in tup]


def stack(tup, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays along a new axis."""
    arrays = _arrays(tup)
    if not arrays:
        raise ValueError("need at least one array to stack")
    if any(a.shape != arrays[0].shape for a in arrays):
        raise ValueError("all input arrays must have the same shape")
    ndim = arrays[0].ndim + 1
    at = axis + ndim if axis < 0 else axis
    if not 0 <= at < ndim:
        raise getattr(np, "exceptions", np).AxisError(axis, ndim)
    key = (slice(None),) * at + (None,)
    return concatenate([a[key] for a in arrays], at, out, dtype=dtype, casting=casting)


def vstack(tup, *, dtype=None, casting="same_kind"):
    """Rows below each other."""
    arrays = [a if a.ndim > 1 else a.reshape(1, -1) for a in _arrays(tup)]
    return concatenate(arrays, 0, dtype=dtype, casting=casting)


def hstack(tup, *, dtype=None, casting="same_kind"):
    """Columns beside each other."""
    arrays = [a if a.ndim else a.reshape(1) for a in _arrays(tup)]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1, dtype=dtype, casting=casting)


def dstack(tup, *, dtype=None, casting="same_kind"):
    """Along the third axis."""
    arrays = [a._shaped(np.atleast_3d) for a in _arrays(tup)]
    return concatenate(arrays, 2, dtype=dtype, casting=casting)


def column_stack(tup):
    """Arrays of one axis as columns."""
    return concatenate([a if a.ndim > 1 else a.reshape(-1, 1) for a in _arrays(tup)], 1)


def append(arr, values, axis=None):
    """Values behind an array's."""
    arr, = checked((arr,))
    values = _arrays([values])[0]
    return concatenate([arr.ravel(), values.ravel()]) if axis is None else concatenate([arr, values], axis)


def array_split(ary, indices_or_sections, axis=0):
    """Views of parts, which need not be of one size."""
    ary, = checked((ary,))
    axis, = axes_of(ary, axis)
    n = ary.shape[axis]
    try:
        count = operator.index(indices_or_sections)
    except TypeError:
        bounds = [0, *map(int, indices_or_sections), n]
    else:
        sizes = [n // count + (i < n % count) for i in range(count)]
        bounds = np.cumsum([0, *sizes]).tolist()
    return [ary[(slice(None),) * axis + (slice(a, b),)] for a, b in zip(bounds[:-1], bounds[1:], strict=True)]


def split(ary, indices_or_sections, axis=0):
    """Views of parts of one size."""
    if isinstance(indices_or_sections, int) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def vsplit(ary, indices_or_sections):
    """Parts of an array along its first axis."""
    return split(ary, indices_or_sections, 0)


def hsplit(ary, indices_or_sections):
    """Parts of an array along its second axis, the first where it has one."""
    return split(ary, indices_or_sections, 0 if ary.ndim == 1 else 1)


def tile(A, reps):  # noqa: N803
    """The array, again and again along its axes."""
    a, = checked((A,))
    reps = (reps,) if isinstance(reps, (int, np.integer)) else tuple(reps)
    ndim = max(a.ndim, len(reps))
    reps = (1,) * (ndim - len(reps)) + reps
    shape = (1,) * (ndim - a.ndim) + a.shape
    spread = a.reshape(tuple(x for n in shape for x in (1, n)))
    wide = tuple(x for r, n in zip(reps, shape, strict=True) for x in (r, n))
    whole = tuple(r * n for r, n in zip(reps, shape, strict=True))
    if len(wide) > 8:
        raise ValueError("tile: at most 4 axes")
    made = ndarray._new(a._context, whole, a._letter)
    _expressions.run(_store.converted(spread._ready(), a._letter, wide), made.reshape(wide))
    return made


def repeat(a, repeats, axis=None):
    """Each element as often as `repeats` says."""
    from ._creation import asarray

    a, = checked((a,))
    if axis is None:
        a, axis = a.ravel(), 0
    axis, = axes_of(a, axis)
    n = a.shape[axis]
    if isinstance(repeats, ndarray):
        repeats = repeats.get()
    places = np.repeat(np.arange(n), repeats)
    return a[(slice(None),) * axis + (asarray(places, device=a._context),)]


def roll(a, shift, axis=None):
    """The elements moved along axes, those at the end to the front."""
    a, = checked((a,))
    if axis is None:
        return roll(a.ravel(), shift, 0).reshape(a.shape)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    if len(shifts) == 1:
        shifts = tuple(shifts) * len(axes)
    elif len(axes) == 1:
        axes = tuple(axes) * len(shifts)
    given = a
    for by, at in zip(shifts, axes, strict=True):
        at, = axes_of(a, at)
        n = a.shape[at]
        by = int(by) % n if n else 0
        if by:
            key = (slice(None),) * at
            a = concatenate([a[key + (slice(n - by, None),)], a[key + (slice(None, n - by),)]], at)
    return a.copy() if a is given else a


def pad(array, pad_width, mode="constant", **kwargs):
    """The array with elements around it: a constant, or mode="edge", "wrap",
    "reflect", "symmetric"."""
    from ._creation import asarray

    array, = checked((array,))
    widths = np.broadcast_to(np.asarray(pad_width), (array.ndim, 2)).tolist()
    if mode == "constant":
        values = np.broadcast_to(np.asarray(kwargs.get("constant_values", 0)), (array.ndim, 2))
        shape = tuple(n + before + after for n, (before, after) in zip(array.shape, widths, strict=True))
        made = ndarray._new(array._context, shape, array._letter)
        made[...] = values[0, 0].item()
        for at, (before, after) in enumerate(widths):
            key = (slice(None),) * at
            for part, value in ((slice(0, before), values[at, 0]), (slice(shape[at] - after, None), values[at, 1])):
                made[key + (part,)] = value.item()
        made[tuple(slice(b, b + n) for n, (b, _) in zip(array.shape, widths, strict=True))] = array
        return made
    if mode not in ("edge", "wrap", "reflect", "symmetric") or kwargs:
        raise NotImplementedError(f"pad: mode {mode!r} is not there, or not with {sorted(kwargs)}")
    for at, (before, after) in enumerate(widths):
        places = np.pad(np.arange(array.shape[at]), (before, after), mode)
        array = array[(slice(None),) * at + (asarray(places, device=array._context),)]
    return array


class _Rows:
    """r_: what stands in the brackets one behind the other."""

    def __getitem__(self, key):
        return concatenate([_part(part) for part in (key if isinstance(key, tuple) else (key,))])


class _Columns:
    """c_: what stands in the brackets side by side."""

    def __getitem__(self, key):
        return column_stack([_part(part) for part in (key if isinstance(key, tuple) else (key,))])


def _part(part):
    from ._creation import arange, asarray, linspace

    if isinstance(part, slice):
        if isinstance(part.step, complex):
            return linspace(part.start, part.stop, int(abs(part.step)))
        return arange(part.start or 0, part.stop, 1 if part.step is None else part.step)
    if isinstance(part, str):
        raise NotImplementedError("r_ and c_ take no text")
    return asarray(part)._shaped(np.atleast_1d)


r_, c_ = _Rows(), _Columns()


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    """Arrays of coordinates."""
    arrays = checked(xi)
    ndim = len(arrays)
    out = []
    for i, a in enumerate(arrays):
        at = {0: 1, 1: 0}.get(i, i) if indexing == "xy" and ndim > 1 else i
        out.append(a.reshape((1,) * at + (-1,) + (1,) * (ndim - at - 1)))
    if sparse:
        return out
    shape = _expressions.shape_of_all(a.shape for a in out)
    out = [a._shaped(lambda x: np.broadcast_to(x, shape)) for a in out]
    return [a.copy() for a in out] if copy else out
