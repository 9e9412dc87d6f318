# SPDX-License-Identifier: Apache-2.0
"""x[key] and x[key] = value. Integers, slices, `...` and None make views; masks and
arrays of integers are read and written by kernels, with NumPy's shapes. An index out of
bounds fails where the device's work is waited for."""
import math
import operator

import numpy as np

from .. import _core
from . import _dtypes, _expressions, _operations, _store
from ._array import ndarray
from ._kernels import PLACE, Kernel, plane

_kernels = {}


# ---- keys ----


def _is_basic(part):
    kind = type(part)
    return kind is int or kind is slice or part is None or part is Ellipsis or (
        isinstance(part, (int, np.integer)) and not isinstance(part, bool))


def get(a, key):
    """a[key]"""
    parts = key if isinstance(key, tuple) else (key,)
    if all(map(_is_basic, parts)):
        return _basic(a, parts)
    view, arrays, place = _advanced(a, parts)
    return _gather(view, arrays, place)


def put(a, key, value):
    """a[key] = value"""
    parts = key if isinstance(key, tuple) else (key,)
    if all(map(_is_basic, parts)):
        whole = len(parts) == 1 and parts[0] is Ellipsis
        _assign(a if whole else _basic(a, parts), value)
        return
    if len(parts) == 1 and _is_mask(parts[0]):
        mask = _index(parts[0])
        value = _value(value, a)
        if not isinstance(value, ndarray) or value.size == 1:
            _put_where(a, mask, value)
            return
    view, arrays, place = _advanced(a, parts)
    _scatter(view, arrays, place, _value(value, a))


def _basic(a, parts):
    if not any(part is Ellipsis for part in parts):
        parts = (*parts, Ellipsis)
    return a._shaped(lambda layout: layout[parts])


def _is_mask(part):
    if isinstance(part, (bool, np.bool_)):
        return True
    dtype = getattr(part, "dtype", None)
    if dtype is None and isinstance(part, list):
        return bool(part) and np.asarray(part).dtype == bool
    return dtype == bool


def _index(part):
    """An index that is an array: of booleans, or of int64."""
    if not isinstance(part, ndarray):
        if not isinstance(part, (list, tuple, np.ndarray, np.bool_, bool, range)):
            if hasattr(part, "__index__"):
                return operator.index(part)
            raise IndexError("arrays are indexed by integers, slices, `...`, None, and arrays of booleans or integers, "
                             f"not by {type(part).__name__}")
        from ._creation import asarray

        part = np.asarray(part)
        part = asarray(part.astype(np.int64) if not part.size else part)
    if part._letter not in "?" + _dtypes.INTEGERS:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return part


def _advanced(a, parts):
    """(view, [index arrays], place): the view has the axes of the index arrays first, and
    `place` is where theirs stand in the result."""
    parts = [part if _is_basic(part) else _index(part) for part in parts]
    used = sum(0 if part is None or part is Ellipsis else part.ndim if isinstance(part, ndarray) and part._letter == "?"
               else 1 for part in parts)
    if used > a.ndim:
        raise IndexError(f"too many indices for array: array is {a.ndim}-dimensional, but {used} were indexed")
    if not any(part is Ellipsis for part in parts):
        parts.append(Ellipsis)
    at = next(i for i, part in enumerate(parts) if part is Ellipsis)
    parts[at:at + 1] = [slice(None)] * (a.ndim - used)
    out, arrays, axis = [], [], 0
    for part in parts:
        if isinstance(part, ndarray) and part._letter == "?":
            if part.ndim == 0:
                out.append(None)
                arrays.append(nonzero(part.reshape(1))[0])
                continue
            if part.shape != a.shape[axis:axis + part.ndim]:
                raise IndexError(f"boolean index did not match indexed array along axis {axis}; its shape is "
                                 f"{part.shape}, the array's is {a.shape[axis:axis + part.ndim]}")
            arrays += nonzero(part)
            out += [_Array] * part.ndim
            axis += part.ndim
            continue
        if isinstance(part, ndarray):
            arrays.append(part)
            part = _Array
        if part is not None:
            axis += 1
        out.append(part)
    return _arranged(a, out, arrays)


class _Array:
    """Stands for an array among the parts of a key."""


def _arranged(a, parts, arrays):
    """NumPy's order of axes: those of the arrays stand where the first array does, when
    all stand side by side (integers count as arrays), else first."""
    fancy = [i for i, part in enumerate(parts) if part is _Array or not (part is None or isinstance(part, slice))]
    found, given = [], iter(arrays)
    for i in fancy:
        found.append(next(given) if parts[i] is _Array else parts[i])
    spare = list(given)  # of masks without axes, whose axis is a new one
    view = _basic(a, tuple(slice(None) if i in fancy else part for i, part in enumerate(parts)))
    new = [i for i, part in enumerate(parts) if part is None][:len(spare)]
    axes = fancy + new
    side_by_side = axes == list(range(axes[0], axes[0] + len(axes)))
    place = axes[0] if side_by_side else 0
    rest = [axis for axis in range(view.ndim) if axis not in axes]
    return view.transpose(*axes, *rest), found + spare, place


# ---- kernels of indices ----

_CHECK = """    if j{k} < 0:
        j{k} += n{k}
    if j{k} < 0 or j{k} >= n{k}:
        raise IndexError('index is out of bounds for axis', {k}, 'with size', n{k})
"""


def _indices(count):
    """Lines that read index k at y, check it, and call it j<k>."""
    return "".join(f"    n{k} = a.shape[{k}]\n    j{k} = d{k}[y]\n" + _CHECK.format(k=k) for k in range(count))


def _rest(first, ndim):
    """Lines that find the place along the other axes from x, and the whole index."""
    lines = "".join(f"    r{axis} = x % a.shape[{axis}]\n    x = x // a.shape[{axis}]\n"
                    for axis in range(ndim - 1, first, -1))
    if ndim > first:
        lines += f"    r{first} = x\n"
    return lines, ", ".join([*(f"j{k}" for k in range(first)), *(f"r{axis}" for axis in range(first, ndim))])


def _kernel(what, count, ndim, make):
    key = what, count, ndim
    if key not in _kernels:
        name = f"cupy_{what}"
        _kernels[key] = Kernel(name, make(name, count, ndim))
    return _kernels[key]


def _text(name, params, body, guard="x < width and y < rows"):
    lines = PLACE + f"    if not ({guard}):\n        return\n" + body
    return f"def {name}({', '.join(params)}):\n{lines}"


def _gather_text(name, count, ndim):
    rest, index = _rest(count, ndim)
    body = "    place = y * width + x\n" + _indices(count) + rest + f"    o[place] = a[{index}]\n"
    return _text(name, [*(f"d{k}" for k in range(count)), "a", "o", "width", "rows"], body)


def _winner_text(name, count, ndim):
    """Of several values for one element the last one is stored, as by NumPy."""
    line = " + ".join(["0", *(f"j{k} * s{k}" for k in range(count))])
    body = _indices(count) + f"    cuda.atomic.max(last, {line}, y)\n"
    params = [*(f"d{k}" for k in range(count)), "a", "last", "width", "rows", *(f"s{k}" for k in range(count))]
    return _text(name, params, body)


def _scatter_text(name, count, ndim):
    rest, index = _rest(count, ndim)
    line = " + ".join(["0", *(f"j{k} * s{k}" for k in range(count))])
    body = ("    place = y * width + x\n" + _indices(count) + f"    if last[{line}] != y:\n        return\n" + rest
            + f"    a[{index}] = v[place]\n")
    params = [*(f"d{k}" for k in range(count)), "a", "last", "v", "width", "rows", *(f"s{k}" for k in range(count))]
    return _text(name, params, body)


def _scatter_add_text(name, count, ndim):
    rest, index = _rest(count, ndim)
    body = ("    place = y * width + x\n" + _indices(count) + rest
            + f"    cuda.atomic.add(a, ({index}{',' if ndim == 1 else ''}), v[place])\n")
    return _text(name, [*(f"d{k}" for k in range(count)), "a", "v", "width", "rows"], body)


def _flat_indices(view, arrays):
    """(the index arrays as int64 of one axis each, their common shape)"""
    shape = _expressions.shape_of_all(x.shape for x in arrays if isinstance(x, ndarray))
    made = []
    for x in arrays:
        if not isinstance(x, ndarray):
            x = _expressions.wait_for(ndarray, _store.constant(x, "l", shape, view._context))
        elif x.shape != shape or x._letter != "l":
            x = _expressions.wait_for(ndarray, _store.converted(x._ready(), "l", shape))
        made.append(x.reshape(-1)._ready())
    return made, shape


def _gather(view, arrays, place):
    flat, shape = _flat_indices(view, arrays)
    rest = view.shape[len(arrays):]
    made = ndarray._new(view._context, shape + rest, view._letter)
    if made.size:
        kernel = _kernel("take", len(arrays), view.ndim, _gather_text)
        width, rows = math.prod(rest), math.prod(shape)
        grid, block = plane(width, rows)
        kernel.launch(view._context, grid, block, *flat, view, made._laid_out((made.size,), (made.itemsize,)), width, rows)
    elif math.prod(shape) and 0 in view.shape[:len(arrays)]:
        raise IndexError("index is out of bounds for an axis with size 0")
    return _moved(made, len(shape), place)


def _moved(made, count, place):
    """Moves the first `count` axes to their place."""
    if not place or not count:
        return made
    return made._shaped(lambda a: np.moveaxis(a, range(count), range(place, place + count)))


def _values(value, view, shape, place, count):
    """The values in C order, with the axes of the index arrays first, one axis."""
    rest = view.shape[count:]
    whole = rest[:place] + shape + rest[place:]
    if not isinstance(value, ndarray):
        made = _store.constant(value, view._letter, whole, view._context)
    else:
        if not _expressions.fits(value.shape, whole):
            raise ValueError(f"shape mismatch: value array of shape {value.shape} could not be broadcast to indexing "
                             f"result of shape {whole}")
        made = _store.converted(value._ready(), view._letter, whole)
    made = _expressions.wait_for(ndarray, made)
    if place and shape:
        made = made._shaped(lambda a: np.moveaxis(a, range(place, place + len(shape)), range(len(shape))))
    return made.reshape(-1)._ready()


def _prepared(view, arrays, value, place):
    """(index arrays, values, width, rows) of a store."""
    flat, shape = _flat_indices(view, arrays)
    values = _values(value, view, shape, place, len(arrays))
    _expressions.settle_all()
    return flat, values, math.prod(view.shape[len(arrays):]), math.prod(shape)


def _scatter(view, arrays, place, value):
    flat, values, width, rows = _prepared(view, arrays, value, place)
    if not values.size:
        return
    count, context = len(arrays), view._context
    steps = [math.prod(view.shape[k + 1:count]) for k in range(count)]
    last = ndarray._new(context, (math.prod(view.shape[:count]),), "l")
    _expressions.run(_store.constant(-1, "l", last.shape, context), last)
    grid, block = plane(1, rows)
    _kernel("last_index", count, view.ndim, _winner_text).launch(context, grid, block, *flat, view, last, 1, rows, *steps)
    grid, block = plane(width, rows)
    _kernel("put", count, view.ndim, _scatter_text).launch(context, grid, block, *flat, view, last, values, width, rows,
                                                           *steps)


def scatter_add(a, key, value):
    """a[key] += value, where an element may come more than once: by atomics, so that the
    order of floating-point sums is not known."""
    parts = key if isinstance(key, tuple) else (key,)
    view, arrays, place = _advanced(a._ready(), parts)
    flat, values, width, rows = _prepared(view, arrays, _value(value, a), place)
    if values.size:
        grid, block = plane(width, rows)
        _kernel("scatter_add", len(arrays), view.ndim, _scatter_add_text).launch(
            a._context, grid, block, *flat, view, values, width, rows)


# ---- stores ----


def _value(value, a):
    """What is stored: an ndarray of a's device, or a number."""
    if isinstance(value, ndarray):
        return value
    if not isinstance(value, _core.Array) and _dtypes.type_of(value) is not None:
        return value
    from ._creation import asarray

    if isinstance(value, (list, tuple, np.ndarray)):
        return asarray(np.asarray(value), device=a._context)
    return asarray(value)


def _assign(out, value):
    value = _value(value, out)
    if not isinstance(value, ndarray):
        _store.store(_store.constant(value, out._letter, out.shape, out._context), out)
        return
    if value._context is not out._context:
        raise ValueError(_expressions._devices(out._context, value._context))
    if value is out:
        return
    while value.ndim > out.ndim and value.shape[0] == 1:
        value = value[0]
    if not _expressions.fits(value.shape, out.shape):
        raise ValueError(f"could not broadcast input array from shape {value.shape} into shape {out.shape}")
    _store.store(_store.converted(value, out._letter), out)


def _put_where(a, mask, value):
    if mask.shape != a.shape[:mask.ndim]:
        raise IndexError(f"boolean index did not match indexed array; its shape is {mask.shape}, the array's is {a.shape}")
    if isinstance(value, ndarray):
        value = value.reshape(()).astype(a.dtype)
    else:
        value = _dtypes.as_scalar(value, a._letter)
        value = _dtypes.BY_LETTER[a._letter].type(value)
    mask = mask.reshape(mask.shape + (1,) * (a.ndim - mask.ndim))
    chosen = _expressions.node(_operations.OPERATIONS["where"], (mask, value, a), "?" + a._letter * 2, a._letter)
    _store.store(chosen, a)


# ---- functions ----


def nonzero(a):
    """The indices of elements that are not 0, an array for each axis."""
    if not a.ndim:
        a = a.reshape(1)
    flat = flatnonzero(a)
    out, step = [], 1
    for n in reversed(a.shape):
        out.append(flat // step % n if len(a.shape) > 1 else flat)
        step *= n
    return tuple(out[::-1])


_NONZERO = """def cupy_nonzero(a, counts, o):
    i = cuda.grid(1)
    if i < a.size and a[i]:
        o[counts[i] - 1] = i
"""


def flatnonzero(a):
    """The places of elements that are not 0, counted in C order."""
    from ._scans import cumsum

    truth = (a.reshape(-1) != 0 if a._letter != "?" else a.reshape(-1))._ready()
    if not truth.size:
        return ndarray._new(a._context, (0,), "l")
    counts = cumsum(truth)
    made = ndarray._new(a._context, (int(counts[-1]),), "l")
    if made.size:
        if "nonzero" not in _kernels:
            _kernels["nonzero"] = Kernel("cupy_nonzero", _NONZERO)
        _kernels["nonzero"].for_each(a._context, truth.size, truth, counts, made)
    return made


def argwhere(a):
    """The indices of elements that are not 0, a row for each."""
    from ._joining import stack

    found = nonzero(a)
    return stack(found, axis=1)


def take(a, indices, axis=None, out=None, mode=None):
    """Elements along an axis, of the array as one axis without one."""
    if axis is None:
        a, axis = a.ravel(), 0
    if not isinstance(indices, ndarray):
        from ._creation import asarray

        indices = asarray(np.asarray(indices))
    made = a[(slice(None),) * (axis % a.ndim) + (indices,)]
    if out is None:
        return made
    out[...] = made
    return out


def take_along_axis(a, indices, axis):
    """Elements by indices along one axis, each where the index stands."""
    if axis is None:
        a, axis = a.ravel(), 0
    axis %= a.ndim
    shape = _expressions.shape_of_all((indices.shape[:axis] + (1,) + indices.shape[axis + 1:],
                                       a.shape[:axis] + (1,) + a.shape[axis + 1:]))
    from ._creation import arange

    key = [indices if i == axis else arange(shape[i]).reshape((-1,) + (1,) * (a.ndim - i - 1)) for i in range(a.ndim)]
    return a[tuple(key)]


def compress(condition, a, axis=None, out=None):
    """Elements along an axis where a condition is true."""
    from ._creation import asarray

    condition = asarray(condition).astype("?")
    return take(a, flatnonzero(condition), axis, out)


def extract(condition, a):
    """The elements where a condition is true."""
    return take(a.ravel(), flatnonzero(condition.ravel()))


def put_function(a, ind, v, mode="raise"):
    """Stores at places counted in C order."""
    a.put(ind, v, mode)


def putmask(a, mask, values):
    """Stores values where a mask is true."""
    from ._elements import where

    a[...] = where(mask, values, a)


def diag_indices(n, ndim=2):
    """The indices of a square array's main diagonal."""
    from ._creation import arange

    return (arange(n),) * ndim


def unravel_index(indices, dims, order="C"):
    """The index of places that are counted in C order."""
    if order != "C":
        raise NotImplementedError('unravel_index: order is "C"')
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    out, step = [], 1
    for n in reversed(dims):
        out.append(indices // step % n)
        step *= n
    return tuple(out[::-1])
