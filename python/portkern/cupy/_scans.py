# SPDX-License-Identifier: Apache-2.0
"""Running sums and products. A block scans 1024 elements of a row; what its pieces add
up to is scanned in the same way, and added to them."""
import math

import numpy as np

from . import _dtypes, _expressions, _store
from ._array import ndarray
from ._elements import _given
from ._kernels import BLOCK, Kernel
from ._reductions import PROD, SUM, axes_of
from ._ufuncs import checked

_PER_THREAD = 4
_PIECE = BLOCK * _PER_THREAD
_kernels = {}

_SCAN = """def cupy_scan_{name}(a, o, totals, n, pieces):
    part = cuda.shared.array({block}, {type})
    t, c = cuda.threadIdx.x, cuda.blockIdx.x
    y = cuda.blockIdx.y + cuda.blockIdx.z * cuda.gridDim.y
    y = min(y, totals.size // pieces - 1)
    first = c * {piece} + t * {each}
    acc = {type}({identity})
    for p in range(first, min(n, first + {each})):
        acc = {step}
    part[t] = acc
    cuda.syncthreads()
    step = 1
    while step < {block}:
        before = {type}({identity})
        if t >= step:
            before = part[t - step]
        cuda.syncthreads()
        if t >= step:
            part[t] = {join}
        cuda.syncthreads()
        step = step * 2
    acc = {type}({identity})
    if t > 0:
        acc = part[t - 1]
    for p in range(first, min(n, first + {each})):
        acc = {step}
        o[y * n + p] = acc
    if t == {block} - 1:
        totals[y * pieces + c] = part[t]
"""
_ADD = """def cupy_scan_join_{name}(o, totals, n, pieces):
    i = cuda.grid(1)
    if i < o.size:
        y, c = i // n, i % n // {piece}
        if c > 0:
            o[i] = {join}
"""


def _kernel(reduction, letter, which):
    key = reduction.name, letter, which
    if key not in _kernels:
        words = {"name": reduction.name, "type": _dtypes.NAMES[letter], "identity": reduction.identity, "block": BLOCK,
                 "piece": _PIECE, "each": _PER_THREAD}

        def combined(a, b):
            return f"{_dtypes.NAMES[letter]}({reduction.combine.format(a=a, b=b)})"

        if which == "scan":
            text = _SCAN.format(**words, step=combined("acc", "a[y * n + p]"), join=combined("before", "part[t]"))
            _kernels[key] = Kernel(f"cupy_scan_{reduction.name}", text)
        else:
            text = _ADD.format(**words, join=combined("totals[y * pieces + c - 1]", "o[i]"))
            _kernels[key] = Kernel(f"cupy_scan_join_{reduction.name}", text)
    return _kernels[key]


def _scan(reduction, source, rows, n):
    """The scan of each row of n elements; both arrays have one axis."""
    context, letter = source._context, source._letter
    made = ndarray._new(context, source.shape, letter)
    pieces = -(-n // _PIECE)
    totals = ndarray._new(context, (rows * pieces,), letter)
    deep = -(-rows // 65535)
    _kernel(reduction, letter, "scan").launch(context, (pieces, -(-rows // deep), deep), BLOCK, source, made, totals, n,
                                              pieces)
    if pieces > 1:
        totals = _scan(reduction, totals, rows, pieces)
        _kernel(reduction, letter, "join").for_each(context, made.size, made, totals, n, pieces)
    return made


def _running(reduction, a, axis, dtype, out):
    a, = checked((a,))
    letter = reduction.letters(a._letter)[1] if dtype is None else _dtypes.letter_of(_dtypes.checked(dtype))
    if axis is None:
        a, axis = a.ravel(), 0
    axis, = axes_of(a, axis)
    moved = a if axis == a.ndim - 1 else a._shaped(lambda x: np.moveaxis(x, axis, -1))
    whole = ndarray._new(a._context, moved.shape, letter)
    if not whole.size:
        return _given(whole.reshape(a.shape), out)
    _expressions.run(_store.converted(moved, letter), whole)
    n = moved.shape[-1]
    flat = _scan(reduction, whole._laid_out((whole.size,), (whole.itemsize,)), math.prod(moved.shape[:-1]), n)
    made = flat.reshape(moved.shape)
    return _given(made if moved is a else made._shaped(lambda x: np.moveaxis(x, -1, axis)), out)


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums along an axis, of all elements without one."""
    return _running(SUM, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products along an axis, of all elements without one."""
    return _running(PROD, a, axis, dtype, out)


def diff(a, n=1, axis=-1):
    """Differences of neighbours along an axis."""
    a, = checked((a,))
    axis, = axes_of(a, axis)
    before, after = ((slice(None),) * axis + (part,) for part in (slice(None, -1), slice(1, None)))
    for _ in range(n):
        a = a[after] != a[before] if a._letter == "?" else a[after] - a[before]
    return a


def gradient(f, *varargs, axis=None, edge_order=1):
    """Central differences, with one-sided ones at the ends."""
    if edge_order != 1:
        raise NotImplementedError("gradient: edge_order is 1")
    f, = checked((f,))
    if f._letter in "?" + _dtypes.INTEGERS:
        f = f.astype("d")
    axes = axes_of(f, axis)
    steps = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)
    out = []
    for at, step in zip(axes, steps, strict=True):
        if isinstance(step, ndarray) and step.ndim:
            raise NotImplementedError("gradient: distances are numbers")
        f._ready()
        made = ndarray._new(f._context, f.shape, f._letter)

        def part(first, last, at=at):
            return (slice(None),) * at + (slice(first, last),)

        made[part(1, -1)] = (f[part(2, None)] - f[part(None, -2)]) / (2.0 * step)
        made[part(0, 1)] = (f[part(1, 2)] - f[part(0, 1)]) / step
        made[part(-1, None)] = (f[part(-1, None)] - f[part(-2, -1)]) / step
        out.append(made)
    return out[0] if len(out) == 1 else out


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral by trapezoids."""
    y, = checked((y,))
    axis, = axes_of(y, axis)
    before, after = ((slice(None),) * axis + (part,) for part in (slice(None, -1), slice(1, None)))
    if x is not None:
        dx = diff(x, axis=axis if x.ndim > 1 else -1)
        if dx.ndim == 1:
            dx = dx.reshape((-1,) + (1,) * (y.ndim - axis - 1))
    return (dx * (y[after] + y[before]) / 2.0).sum(axis)
