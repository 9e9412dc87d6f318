# SPDX-License-Identifier: Apache-2.0
"""What sorting and sums give: percentiles, covariances, sets; and convolution."""
import math

import numpy as np

from . import _dtypes
from ._array import ndarray
from ._elements import _given, where
from ._indexing import flatnonzero
from ._joining import concatenate
from ._kernels import Kernel
from ._linalg import matmul
from ._reductions import argmax, argmin, axes_of, mean, nanmean, result_shape, var
from ._sorting import _sorted, argsort, searchsorted, sort, unique
from ._ufuncs import UFUNCS, checked

_kernels = {}
_CONVOLVE = """def cupy_convolve(a, v, o, first):
    i = cuda.grid(1)
    if i < o.size:
        p = i + first
        acc = {type}(0)
        for j in range(max(0, p - a.size + 1), min(v.size, p + 1)):
            acc = {type}(np.add(acc, np.multiply(a[p - j], v[j])))
        o[i] = acc
"""


# ---- of sorted elements ----


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """Values below which a part of the elements is, from 0 to 1."""
    if method not in ("linear", "lower", "higher", "nearest", "midpoint"):
        raise NotImplementedError(f"quantile: method {method!r} is not there")
    a, = checked((a,))
    a = a if a._letter in _dtypes.FLOATS else a.astype("d")
    axes = axes_of(a, axis)
    n = math.prod(a.shape[i] for i in axes)
    order = [i for i in range(a.ndim) if i not in axes] + list(axes)
    keys = _sorted((a.transpose(*order) if a.ndim > 1 else a).reshape(result_shape(a, axes, False) + (n,)), -1)[0]
    host = np.asarray(q.get() if isinstance(q, ndarray) else q, float)
    if ((host < 0) | (host > 1)).any():
        raise ValueError("Quantiles must be in the range [0, 1]")
    made = [_quantile(keys, at * (n - 1), method) for at in host.ravel().tolist()]
    shape = result_shape(a, axes, keepdims)
    if not host.ndim:
        return _given(made[0].reshape(shape), out)
    return _given(concatenate([x.reshape((1, *shape)) for x in made]).reshape(host.shape + shape), out)


def _quantile(keys, at, method):
    n = keys.shape[-1]
    low = {"lower": math.floor(at), "higher": math.ceil(at), "nearest": int(np.rint(at))}.get(method, math.floor(at))
    part = 0.5 * (at != low) if method == "midpoint" else at - low if method == "linear" else 0.0
    first, last = keys[..., low], keys[..., min(low + 1, n - 1)]
    apart = last - first
    made = first + apart * part if part < 0.5 else last - apart * (1 - part)  # NumPy's formula
    return where(UFUNCS["isnan"](keys[..., -1]), keys[..., -1], made)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The same, from 0 to 100."""
    host = np.asarray(q.get() if isinstance(q, ndarray) else q, float)
    if ((host < 0) | (host > 100)).any():
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(a, host / 100, axis, out, overwrite_input, method, keepdims)


def partition(a, kth, axis=-1):
    """The elements with the kth one at its place: they are all sorted."""
    return sort(a, axis)


def argpartition(a, kth, axis=-1):
    """The indices of that."""
    return argsort(a, axis)


def lexsort(keys):
    """The indices that sort by several keys, the last one first."""
    rows = list(keys)
    made = argsort(rows[0])
    for row in rows[1:]:
        made = made[argsort(row[made])]
    return made


def digitize(x, bins, right=False):
    """The bin that each element is in."""
    x, bins = checked((x, bins))
    if bins.size > 1 and bool((bins[1:] < bins[:-1]).any()):
        return bins.size - searchsorted(bins[::-1].copy(), x, "left" if not right else "right")
    return searchsorted(bins, x, "right" if not right else "left")


def isin(element, test_elements, assume_unique=False, invert=False):
    """Whether each element is one of others."""
    element, others = checked((element, test_elements))
    if not others.size:
        made = element != element
    else:
        keys = sort(others, None)
        place = searchsorted(keys, element)
        made = keys[where(place < keys.size, place, keys.size - 1)] == element
    return ~made if invert else made


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """The same, of one axis."""
    return isin(ar1, ar2, assume_unique, invert).ravel()


def union1d(arr1, arr2):
    """Elements of one or the other, sorted."""
    return unique(concatenate([arr1.ravel(), arr2.ravel()]))


def intersect1d(arr1, arr2, assume_unique=False):
    """Elements of both, sorted."""
    first = unique(arr1)
    return first[isin(first, arr2)]


def setdiff1d(ar1, ar2, assume_unique=False):
    """Elements of the first that the second has not, sorted."""
    first = unique(ar1)
    return first[~isin(first, ar2)]


# ---- of sums ----


def cov(a, y=None, rowvar=True, bias=False, ddof=None):
    """The covariances of rows."""
    a, = checked((a,))
    a = a.reshape(1, -1) if a.ndim == 1 else a if rowvar else a.T
    if y is not None:
        y, = checked((y,))
        a = concatenate([a, y.reshape(1, -1) if y.ndim == 1 else y if rowvar else y.T])
    a = a.astype("d", copy=False) if a._letter not in "dFD" else a
    apart = a - mean(a, 1, keepdims=True)
    made = matmul(apart, apart.T.conj()) / max(a.shape[1] - ((0 if bias else 1) if ddof is None else ddof), 0)
    return made.squeeze()


def corrcoef(a, y=None, rowvar=True):
    """The correlations of rows."""
    made = cov(a, y, rowvar)
    if not made.ndim:
        return made / made
    size = UFUNCS["sqrt"](made.diagonal().real)
    return made / size[:, None] / size


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The variance of elements that are no NaN."""
    a, = checked((a,))
    if a._letter not in _dtypes.FLOATS:
        return var(a, axis, dtype, out, ddof, keepdims)
    there = ~UFUNCS["isnan"](a)
    apart = where(there, a - nanmean(a, axis, dtype, None, True), a.dtype.type(0))
    count = there.sum(axis, keepdims=keepdims) - ddof
    return _given((apart * apart).sum(axis, dtype, keepdims=keepdims) / count.astype(a.dtype), out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The standard deviation of elements that are no NaN."""
    return _given(UFUNCS["sqrt"](nanvar(a, axis, dtype, None, ddof, keepdims)), out)


def nanargmax(a, axis=None, dtype=None, out=None, keepdims=False):
    """The place of the largest element that is no NaN."""
    a, = checked((a,))
    return argmax(where(UFUNCS["isnan"](a), -np.inf, a), axis, dtype, out, keepdims)


def nanargmin(a, axis=None, dtype=None, out=None, keepdims=False):
    """The place of the least element that is no NaN."""
    a, = checked((a,))
    return argmin(where(UFUNCS["isnan"](a), np.inf, a), axis, dtype, out, keepdims)


# ---- convolution ----


def convolve(a, v, mode="full"):
    """The convolution of two arrays of one axis."""
    a, v = (x.ravel() for x in checked((a, v)))
    if not a.size or not v.size:
        raise ValueError("a cannot be empty" if not a.size else "v cannot be empty")
    if a.size < v.size:
        a, v = v, a
    n, m = a.size, v.size
    sizes = {"full": (n + m - 1, 0), "same": (n, (m - 1) // 2), "valid": (n - m + 1, m - 1)}
    if mode not in sizes:
        raise ValueError(f"acceptable mode flags are 'valid', 'same', or 'full', not {mode!r}")
    count, first = sizes[mode]
    letter = _dtypes.promote((a._letter, v._letter))
    a, v = (x.astype(_dtypes.BY_LETTER[letter], copy=False)._ready() for x in (a, v))
    made = ndarray._new(a._context, (count,), letter)
    if letter not in _kernels:
        _kernels[letter] = Kernel("cupy_convolve", _CONVOLVE.format(type=_dtypes.NAMES[letter]))
    _kernels[letter].for_each(a._context, count, a, v, made, first)
    return made


def correlate(a, v, mode="valid"):
    """The correlation of two arrays of one axis."""
    a, v = (x.ravel() for x in checked((a, v)))
    if a.size < v.size:  # NumPy's result is then turned round
        return convolve(a, v[::-1].conj(), mode) if mode == "full" else convolve(v.conj(), a[::-1], mode)[::-1]
    return convolve(a, v[::-1].conj(), mode)


def polyval(p, x):
    """A polynomial at x, by Horner's rule."""
    p = [c.item() for c in p.get()] if isinstance(p, ndarray) else list(p)
    x, = checked((x,))
    made = x * 0
    for c in p:
        made = made * x + c
    return made


def select(condlist, choicelist, default=0):
    """Elements of the choice whose condition is the first true one."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    made = default
    for condition, choice in zip(condlist[::-1], choicelist[::-1], strict=True):
        made = where(condition, choice, made)
    return made


def ix_(*args):
    """Arrays of indices that make a grid."""
    out = []
    for i, a in enumerate(checked(args)):
        a = flatnonzero(a) if a._letter == "?" else a
        out.append(a.reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)))
    return tuple(out)


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """The place of an index, counted in C order."""
    if mode != "raise" or order != "C":
        raise NotImplementedError('ravel_multi_index: mode is "raise" and order "C"')
    made = 0
    for index, n in zip(multi_index, dims, strict=True):
        made = made * n + index
    return made


def unwrap(p, discont=None, axis=-1):
    """Angles without jumps."""
    from ._scans import cumsum, diff

    p, = checked((p,))
    axis, = axes_of(p, axis)
    steps = diff(p, axis=axis)
    turned = UFUNCS["remainder"](steps + np.pi, 2 * np.pi) - np.pi
    turned = where((turned == -np.pi) & (steps > 0), np.pi, turned)
    corrections = where(abs(steps) < (np.pi if discont is None else discont), 0.0, turned - steps)
    made = p.copy()
    made[(slice(None),) * axis + (slice(1, None),)] += cumsum(corrections, axis)
    return made


def fix(x, out=None):
    """Rounded towards 0."""
    return UFUNCS["trunc"](x, out=out)


