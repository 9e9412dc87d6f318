# SPDX-License-Identifier: Apache-2.0
"""Counting by atomics: bincount, histogram."""
import numpy as np

from . import _dtypes
from ._array import ndarray
from ._kernels import Kernel
from ._ufuncs import checked

_kernels = {}
_COUNT = """def cupy_bincount(a, o):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(o, a[i], 1)
"""
_WEIGH = """def cupy_bincount_weights(a, w, o):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(o, a[i], w[i])
"""


def _kernel(name, text):
    if name not in _kernels:
        _kernels[name] = Kernel(name, text)
    return _kernels[name]


def bincount(x, weights=None, minlength=None):
    """How often each integer occurs, or the sum of its weights. Sums of floats are added
    up in any order."""
    from ._creation import zeros

    x, = checked((x,))
    if x.ndim > 1:
        raise ValueError("object too deep for desired array")
    if x._letter not in "?" + _dtypes.INTEGERS:
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule 'safe'")
    x = x.astype("l")
    length = 0
    if x.size:
        if bool((x < 0).any()):
            raise ValueError("The first argument of bincount must be non-negative")
        length = int(x.max()) + 1
    length = max(length, minlength or 0)
    if weights is None:
        made = zeros(length, "l")
        _kernel("cupy_bincount", _COUNT).for_each(x._context, x.size, x, made)
        return made
    if weights.shape != x.shape:
        raise ValueError("The weights and list don't have the same length.")
    made = zeros(length, "d")
    _kernel("cupy_bincount_weights", _WEIGH).for_each(x._context, x.size, x, weights.astype("d").ravel(), made)
    return made


def histogram(x, bins=10, range=None, weights=None, density=False):  # noqa: A002
    """(how many elements are in each bin, the bins' edges)"""
    from ._creation import asarray, linspace
    from ._elements import where
    from ._sorting import searchsorted

    x, = checked((x,))
    x = x.ravel()
    if isinstance(bins, (list, tuple, np.ndarray)):
        bins = asarray(np.asarray(bins))
    if isinstance(bins, ndarray):
        edges = bins
    else:
        low, high = (float(x.min()), float(x.max())) if range is None and x.size else range or (0.0, 1.0)
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = linspace(low, high, int(bins) + 1)
    count = edges.size - 1
    place = searchsorted(edges, x, "right") - 1
    place = where(x == edges[-1], count - 1, place)
    inside = (place >= 0) & (place < count)
    made = bincount(place[inside], None if weights is None else weights.ravel()[inside], count)
    if density:
        return made / (edges[1:] - edges[:-1]) / made.sum(), edges
    return made, edges
