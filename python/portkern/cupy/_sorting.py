# SPDX-License-Identifier: Apache-2.0
"""Sorting along an axis, by merging: a thread sorts 16 elements, then each element of
two sorted parts finds its place in both by bisection. Equal elements keep their order
(kind="stable"), and NaN come last, as in NumPy."""
import math

import numpy as np

from . import _dtypes, _expressions, _store
from ._array import ndarray
from ._kernels import Kernel
from ._reductions import axes_of
from ._ufuncs import checked

_RUN = 16
_kernels = {}

# Whether a comes before b.
_BEFORE = """def before(a, b):
    return a < b or (b != b and a == a)
"""
_RUNS = _BEFORE + """def cupy_sort_runs(a, at, n):
    r = cuda.grid(1)
    runs = (n + 15) // 16
    if r < a.size // n * runs:
        low = r // runs * n + r % runs * 16
        high = min(low + 16, (r // runs + 1) * n)
        for i in range(low + 1, high):
            v, w = a[i], at[i]
            j = i
            while j > low and before(v, a[j - 1]):
                a[j], at[j] = a[j - 1], at[j - 1]
                j = j - 1
            a[j], at[j] = v, w
"""
_MERGE = _BEFORE + """def cupy_sort_merge(a, at, b, to, n, width):
    i = cuda.grid(1)
    if i < a.size:
        row = i // n * n
        p = i - row
        first = p // (2 * width) * (2 * width)
        middle = min(first + width, n)
        last = min(first + 2 * width, n)
        v = a[i]
        low, high = first, middle
        if p < middle:
            low, high = middle, last
        while low < high:
            half = (low + high) // 2
            w = a[row + half]
            goes_on = before(w, v)
            if p >= middle:
                goes_on = not before(v, w)
            if goes_on:
                low = half + 1
            else:
                high = half
        place = p + low - middle
        if p >= middle:
            place = p - middle + low
        b[row + place] = v
        to[row + place] = at[i]
"""
_SEARCH = _BEFORE + """def cupy_searchsorted(a, v, o, is_right):
    i = cuda.grid(1)
    if i < v.size:
        low, high = 0, a.size
        while low < high:
            half = (low + high) // 2
            goes_on = before(a[half], v[i])
            if is_right:
                goes_on = not before(v[i], a[half])
            if goes_on:
                low = half + 1
            else:
                high = half
        o[i] = low
"""
_TEXTS = {"runs": ("cupy_sort_runs", _RUNS), "merge": ("cupy_sort_merge", _MERGE), "search": ("cupy_searchsorted", _SEARCH)}


def _kernel(which):
    if which not in _kernels:
        _kernels[which] = Kernel(*_TEXTS[which])
    return _kernels[which]


def _sorted(a, axis):
    """(sorted elements, their places before) with the axis last, and how it was moved."""
    a, = checked((a,))
    if a._letter in _dtypes.COMPLEX:
        raise TypeError("complex numbers are not sorted here: sort by their real parts")
    if axis is None:
        a, axis = a.ravel(), 0
    if not a.ndim:
        raise getattr(np, "exceptions", np).AxisError(axis, 0)
    axis, = axes_of(a, axis)
    moved = a if axis == a.ndim - 1 else a._shaped(lambda x: np.moveaxis(x, axis, -1))
    n, context = moved.shape[-1], a._context
    keys = moved.copy().reshape(-1)
    places = ndarray._new(context, (keys.size,), "l")
    if keys.size:
        from ._creation import arange

        _expressions.run(_store.converted(arange(n, dtype="l"), "l", moved.shape), places.reshape(moved.shape))
        _kernel("runs").for_each(context, keys.size // n * -(-n // _RUN), keys, places, n)
        width = _RUN
        other = ndarray._new(context, keys.shape, keys._letter), ndarray._new(context, keys.shape, "l")
        while width < n:
            _kernel("merge").for_each(context, keys.size, keys, places, *other, n, width)
            (keys, places), other = other, (keys, places)
            width *= 2
    back = (lambda x: x) if moved is a else (lambda x: x._shaped(lambda y: np.moveaxis(y, -1, axis)))
    return keys.reshape(moved.shape), places.reshape(moved.shape), back


def sort(a, axis=-1, kind=None):
    """The elements, sorted along an axis."""
    keys, _, back = _sorted(a, axis)
    return back(keys)


def argsort(a, axis=-1, kind=None):
    """The indices that sort along an axis; equal elements keep their order."""
    _, places, back = _sorted(a, axis)
    return back(places)


def searchsorted(a, v, side="left", sorter=None):
    """Where elements of v belong among the sorted elements of a."""
    a, = checked((a,))
    if side not in ("left", "right"):
        raise ValueError(f"side must be 'left' or 'right' (got {side!r})")
    if a.ndim != 1:
        raise ValueError("object too deep for desired array")
    if sorter is not None:
        a = a[sorter]
    from ._creation import asarray

    v = v if isinstance(v, ndarray) else asarray(v)
    letter = _dtypes.promote((a._letter, v._letter))
    made = ndarray._new(a._context, v.shape, "l")
    flat = v.astype(_dtypes.BY_LETTER[letter], copy=False).reshape(-1)
    _kernel("search").for_each(a._context, v.size, a.astype(_dtypes.BY_LETTER[letter], copy=False), flat,
                               made.reshape(-1), side == "right")
    return made


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """The different elements, sorted."""
    from ._creation import arange, empty
    from ._joining import concatenate
    from ._scans import cumsum

    if axis is not None:
        raise NotImplementedError("unique: axis= is not there")
    keys, places, _ = _sorted(ar, None)
    if not keys.size:
        first = keys.astype("?")
    else:
        same = (keys[1:] == keys[:-1]) | ((keys[1:] != keys[1:]) & (keys[:-1] != keys[:-1]))
        start = empty(1, "?")
        start.fill(True)
        first = concatenate([start, ~same])
    out = [keys[first]]
    if return_index:
        out.append(places[first])
    if return_inverse:
        inverse = empty(keys.shape, "l")
        inverse[places] = cumsum(first) - 1
        out.append(inverse.reshape(ar.shape))
    if return_counts:
        at = arange(keys.size)[first]
        out.append(concatenate([at[1:], arange(keys.size, keys.size + 1)]) - at)
    return out[0] if len(out) == 1 else tuple(out)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the sorted elements, or the mean of both."""
    from ._elements import _given, where
    from ._reductions import result_shape
    from ._ufuncs import UFUNCS

    a, = checked((a,))
    axes = axes_of(a, axis)
    order = [i for i in range(a.ndim) if i not in axes] + list(axes)
    n = math.prod(a.shape[i] for i in axes)
    rows = a.transpose(*order).reshape(result_shape(a, axes, False) + (n,))
    keys, _, _ = _sorted(rows, -1)
    middle = keys[..., (n - 1) // 2:n // 2 + 1]
    made = middle.mean(-1)
    if keys._letter in "efd":
        made = where(UFUNCS["isnan"](keys[..., -1]), keys[..., -1], made)
    return _given(made.reshape(result_shape(a, axes, keepdims)), out)
