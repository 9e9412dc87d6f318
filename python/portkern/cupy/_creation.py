# SPDX-License-Identifier: Apache-2.0
"""New arrays: of numbers, of ranges, of what the host or another package has."""
import math
import operator

import numpy as np

from .. import _core, _device
from . import _dtypes, _expressions, _store
from ._array import fortran_strides, ndarray
from ._expressions import Memory
from ._kernels import Kernel, queue_for
from ._ufuncs import checked


def sizes(shape):
    """A shape as a tuple of integers."""
    try:
        return (operator.index(shape),)
    except TypeError:
        return tuple(map(operator.index, shape))


def _constant(value, shape, dtype, order="C"):
    letter = _dtypes.letter_of(_dtypes.checked(dtype))
    return _ordered(_expressions.wait_for(ndarray, _store.constant(value, letter, sizes(shape), _device.current())), order)


def _ordered(made, order):
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    return made.copy("F") if order == "F" and made.ndim > 1 else made


def empty(shape, dtype=float, order="C"):
    """A new array; its elements are what was in the memory."""
    letter, shape = _dtypes.letter_of(_dtypes.checked(dtype)), sizes(shape)
    if order not in ("C", "F"):
        raise ValueError(f"order must be 'C' or 'F' (got {order!r})")
    strides = fortran_strides(shape, _dtypes.BY_LETTER[letter].itemsize) if order == "F" else None
    return ndarray._new(_device.current(), shape, letter, strides)


def zeros(shape, dtype=float, order="C"):
    """A new array of zeros."""
    return _constant(0, shape, dtype, order)


def ones(shape, dtype=float, order="C"):
    """A new array of ones."""
    return _constant(1, shape, dtype, order)


def full(shape, fill_value, dtype=None, order="C"):
    """A new array of one value."""
    if isinstance(fill_value, ndarray):
        made = empty(shape, fill_value.dtype if dtype is None else dtype, order)
        made[...] = fill_value
        return made
    if dtype is None:
        dtype = np.asarray(fill_value).dtype
    return _constant(fill_value, shape, dtype, order)


def _like(a, dtype, shape):
    a, = checked((a,))
    return a, a.shape if shape is None else sizes(shape), a.dtype if dtype is None else dtype


def empty_like(prototype, dtype=None, order="K", subok=None, shape=None):
    """A new array of the shape and dtype of another."""
    a, shape, dtype = _like(prototype, dtype, shape)
    return ndarray._new(a._context, shape, _dtypes.letter_of(_dtypes.checked(dtype)))


def _constant_like(value, a, dtype, shape):
    a, shape, dtype = _like(a, dtype, shape)
    letter = _dtypes.letter_of(_dtypes.checked(dtype))
    return _expressions.wait_for(ndarray, _store.constant(value, letter, shape, a._context))


def zeros_like(a, dtype=None, order="K", subok=None, shape=None):
    """Zeros of the shape and dtype of another array."""
    return _constant_like(0, a, dtype, shape)


def ones_like(a, dtype=None, order="K", subok=None, shape=None):
    """Ones of the shape and dtype of another array."""
    return _constant_like(1, a, dtype, shape)


def full_like(a, fill_value, dtype=None, order="K", subok=None, shape=None):
    """One value, of the shape and dtype of another array."""
    if isinstance(fill_value, ndarray):
        fill_value = fill_value.item()
    return _constant_like(fill_value, a, dtype, shape)


# ---- ranges ----

_kernels = {}
_RANGE = """def cupy_arange(o, start, step):
    i = cuda.grid(1)
    if i < o.size:
        o[i] = {value}
"""


def _range(context, count, letter, start, step):
    made = ndarray._new(context, (count,), letter)
    count_as = "np.float32(i)" if letter in "ef" else "i"  # NumPy multiplies in that type
    value = f"{_dtypes.NAMES[letter]}(start + {count_as} * step)"
    if letter not in _kernels:
        _kernels[letter] = Kernel("cupy_arange", _RANGE.format(value=value))
    _kernels[letter].for_each(context, count, made, start, step)
    return made


def arange(start, stop=None, step=1, dtype=None):
    """Numbers from start on, below stop: start + i * step."""
    if stop is None:
        start, stop = 0, start
    start, stop, step = (x.item() if isinstance(x, (ndarray, np.generic)) else x for x in (start, stop, step))
    if dtype is None:
        dtype = np.result_type(*(np.asarray(x) for x in (start, stop, step))) if any(
            not isinstance(x, int) for x in (start, stop, step)) else np.int64
    letter = _dtypes.letter_of(_dtypes.checked(dtype))
    if step == 0:
        raise ZeroDivisionError("arange: the step is 0")
    count = max(0, math.ceil((stop - start) / step))
    if letter in _dtypes.INTEGERS:
        start, next_one = int(start), int(start + step)  # NumPy's way: the first two, as that type
        return _range(_device.current(), count, letter, start, next_one - start)
    if letter in _dtypes.COMPLEX or letter == "?":
        return asarray(np.arange(start, stop, step, _dtypes.BY_LETTER[letter]))
    kind = _dtypes.BY_LETTER[letter].type
    with np.errstate(all="ignore"):
        start, delta = kind(start), kind(kind(start + step) - kind(start))
    if letter == "e":
        start, delta = np.float32(start), np.float32(delta)
    return _range(_device.current(), count, letter, start, delta)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """Numbers from start to stop, at the same distances."""
    if any(isinstance(x, ndarray) and x.ndim for x in (start, stop)) or axis:
        raise NotImplementedError("linspace: start and stop are numbers")
    start, stop = (x.item() if isinstance(x, ndarray) else x for x in (start, stop))
    num = operator.index(num)
    parts = num - 1 if endpoint else num
    real = not isinstance(start, complex) and not isinstance(stop, complex)
    if not real or num < 2:
        made = asarray(np.linspace(start, stop, num, endpoint))
        step = (stop - start) / parts if parts > 0 else math.nan
    else:
        start, stop = float(start), float(stop)
        step = (stop - start) / parts
        counts = _range(_device.current(), num, "d", 0.0, 1.0)
        made = counts * step + start if step else counts / float(parts) * (stop - start) + start
        if endpoint:
            made[-1] = stop
    if dtype is not None:
        letter = _dtypes.letter_of(_dtypes.checked(dtype))
        made = made.astype(_dtypes.BY_LETTER[letter]) if letter not in _dtypes.INTEGERS else _floored(made, letter)
    return (made, step) if retstep else made


def _floored(made, letter):
    from ._ufuncs import UFUNCS

    return UFUNCS["floor"](made).astype(_dtypes.BY_LETTER[letter])


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers of a base, from base ** start to base ** stop."""
    from ._ufuncs import UFUNCS

    made = UFUNCS["power"](float(base), linspace(start, stop, num, endpoint))
    return made if dtype is None else made.astype(dtype)


def eye(N, M=None, k=0, dtype=float, order="C"):  # noqa: N803
    """Ones on a diagonal, and zeros."""
    M = N if M is None else M
    rows, columns = arange(N).reshape(-1, 1), arange(M)
    return _ordered((columns - rows == k).astype(dtype), order)


def identity(n, dtype=float):
    """Ones on the diagonal, and zeros."""
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):  # noqa: N803
    """Ones on a diagonal and below it."""
    return (arange(N).reshape(-1, 1) >= arange(N if M is None else M) - k).astype(dtype)


def tril(m, k=0):
    """The array with zeros above a diagonal."""
    from ._elements import where

    m, = checked((m,))
    return where(tri(*m.shape[-2:], k=k, dtype=bool), m, m.dtype.type(0))


def triu(m, k=0):
    """The array with zeros below a diagonal."""
    from ._elements import where

    m, = checked((m,))
    return where(tri(*m.shape[-2:], k=k - 1, dtype=bool), m.dtype.type(0), m)


def diag(v, k=0):
    """The diagonal of a matrix: a view; or a matrix of a diagonal."""
    v, = checked((v,))
    if v.ndim == 2:
        return v.diagonal(k)
    n = v.size + abs(k)
    made = zeros((n, n), v.dtype)
    made.diagonal(k)[...] = v
    return made


def diagflat(v, k=0):
    """A matrix with the elements of the flattened array on a diagonal."""
    return diag(checked((v,))[0].ravel(), k)


def fill_diagonal(a, val, wrap=False):
    """Sets the diagonal."""
    if wrap or a.ndim != 2:
        raise NotImplementedError("fill_diagonal: arrays have two axes, and wrap is False")
    a.diagonal()[...] = val


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """What a function gives for arrays of indices."""
    return function(*indices(shape, dtype), **kwargs)


def indices(dimensions, dtype=int):
    """An array of the indices along each axis."""
    from ._joining import stack

    shape = sizes(dimensions)
    parts = [arange(n, dtype=dtype).reshape((-1,) + (1,) * (len(shape) - i - 1)) for i, n in enumerate(shape)]
    return stack([part._shaped(lambda x: np.broadcast_to(x, shape)) for part in parts])


# ---- of others ----


def _adopt(obj, letter, memory, owner=None):
    made = obj._view(0, obj.shape, obj.strides, None, ndarray) if obj.size else ndarray._new(obj._context, obj.shape, letter)
    made._node, made._letter = None, letter
    if obj.size:
        made._memory = memory
    made._kept = owner
    return made


def _on_device(obj):
    """An ndarray over the memory of an object that is on a device; None of any other."""
    from ..cuda.cudadrv.devicearray import MappedNDArray, as_device_memory

    if isinstance(obj, ndarray):
        return obj
    if isinstance(obj, _core.Array):
        return _adopt(obj, _dtypes.letter_of(obj.dtype), _expressions.remember(obj))
    if isinstance(obj, MappedNDArray) or not hasattr(obj, "__cuda_array_interface__"):
        return None
    found = as_device_memory(obj, _device.current())
    return _adopt(found, _dtypes.letter_of(found.dtype), Memory(True), obj)


def array(obj, dtype=None, copy=True, order="K", subok=False, ndmin=0, *, blocking=False):
    """A new array with the elements of an array, a list or a number."""
    made = _make(obj, dtype, copy, order, None)
    return made.reshape((1,) * (ndmin - made.ndim) + made.shape) if made.ndim < ndmin else made


def asarray(a, dtype=None, order=None, *, blocking=False, device=None):
    """The array on the device: itself, where it is there and of that dtype."""
    return _make(a, dtype, False, order, device)


asanyarray = asarray


def _make(obj, dtype, copy, order, context):
    found = _on_device(obj)
    context = context or _device.current()
    if found is not None and found._context is not context and found is not obj:
        context = found._context
    if found is None and isinstance(obj, (list, tuple)) and _has_arrays(obj):
        found = _stacked(obj)
    if found is None:
        return _from_host(obj, dtype, order, context)
    if dtype is not None and found.dtype != np.dtype(dtype):
        return _ordered(found.astype(dtype), order or "K")
    if copy:
        return found.copy(order or "K")
    wants_f = order == "F" and not found.flags.f_contiguous
    return found.copy(order) if wants_f or order == "C" and not found.flags.c_contiguous else found


def _has_arrays(obj):
    return any(isinstance(x, ndarray) or isinstance(x, (list, tuple)) and _has_arrays(x) for x in obj)


def _stacked(obj):
    from ._joining import stack

    return stack([_stacked(x) if isinstance(x, (list, tuple)) else asarray(x) for x in obj])


def _from_host(obj, dtype, order, context):
    host = np.asarray(obj, dtype)
    letter = _dtypes.letter_of(host.dtype.newbyteorder("="))
    by_f = order == "F" or order in ("A", "K") and host.flags.f_contiguous and not host.flags.c_contiguous
    host = np.asarray(host, _dtypes.BY_LETTER[letter], "F" if by_f else "C")
    strides = fortran_strides(host.shape, host.itemsize) if by_f and host.ndim > 1 else None
    made = ndarray._new(context, host.shape, letter, strides)
    if host.size:
        _core.Array._copy(made, host, queue_for(context))
    return made


def asnumpy(a, stream=None, order="C", out=None, *, blocking=True):
    """The elements as a NumPy array."""
    if isinstance(a, ndarray):
        return a.get(stream, order, out)
    if isinstance(a, _core.Array) or hasattr(a, "__cuda_array_interface__"):
        return asarray(a).get(stream, order, out)
    made = np.asarray(a, order=order)
    if out is not None:
        out[...] = made
        return out
    return made


def _by_numpy(name):
    """A function of NumPy's that makes an array from numbers, on the host."""
    function = getattr(np, name)

    def make(*args, **kwargs):
        made = function(*args, **kwargs)
        return tuple(map(asarray, made)) if isinstance(made, tuple) else asarray(made)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"numpy.{name}: made on the host, and copied."
    return make


bartlett, blackman, hamming, hanning, kaiser = map(_by_numpy, ("bartlett", "blackman", "hamming", "hanning", "kaiser"))
fromfile, fromiter, fromstring = map(_by_numpy, ("fromfile", "fromiter", "fromstring"))
tril_indices, triu_indices = map(_by_numpy, ("tril_indices", "triu_indices"))


class _Grid:
    """mgrid and ogrid."""

    def __init__(self, grid):
        self._grid = grid

    def __getitem__(self, key):
        made = self._grid[key]
        return type(made)(asarray(a) for a in made) if isinstance(made, (list, tuple)) else asarray(made)


mgrid, ogrid = _Grid(np.mgrid), _Grid(np.ogrid)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """An array of the bytes of an object, copied."""
    return asarray(np.frombuffer(buffer, dtype, count, offset))


def from_dlpack(array):
    """An array over the memory of an object with DLPack's protocol."""
    from .. import _interop

    if isinstance(array, ndarray):
        return array
    found = _interop.from_dlpack(array)
    return _adopt(found, _dtypes.letter_of(found.dtype), Memory(True), found)


def load(file, mmap_mode=None, allow_pickle=None):
    """The array of a .npy file; a dict-like of a .npz file."""
    found = np.load(file, mmap_mode, allow_pickle=bool(allow_pickle))
    return asarray(found) if isinstance(found, np.ndarray) else {name: asarray(found[name]) for name in found.files}


def save(file, arr, allow_pickle=None):
    """Writes an array as a .npy file."""
    np.save(file, asnumpy(arr))


def savez(file, *args, **kwds):
    """Writes arrays as a .npz file."""
    np.savez(file, *map(asnumpy, args), **{name: asnumpy(a) for name, a in kwds.items()})


def savez_compressed(file, *args, **kwds):
    """Writes arrays as a .npz file, compressed."""
    np.savez_compressed(file, *map(asnumpy, args), **{name: asnumpy(a) for name, a in kwds.items()})


def savetxt(fname, X, *args, **kwargs):  # noqa: N803
    """Writes an array as text."""
    np.savetxt(fname, asnumpy(X), *args, **kwargs)


def loadtxt(*args, **kwargs):
    """The array of a text."""
    return asarray(np.loadtxt(*args, **kwargs))
