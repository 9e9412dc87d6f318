# SPDX-License-Identifier: Apache-2.0
"""cupy.ndarray: an array on a device whose operators wait (`_expressions`), and whose
slices are views."""
import math
import operator

import numpy as np

from .. import _core, _device
from . import _dtypes, _expressions, _fusion, _operations, _store
from ._expressions import Memory
from ._kernels import queue_for

_OPS = _operations.OPERATIONS


class Flags:
    """Of an array: flags.c_contiguous, flags["C_CONTIGUOUS"]."""

    def __init__(self, array):
        self.c_contiguous, self.f_contiguous = array._c_contiguous, array._f_contiguous
        self.owndata, self.writeable = array._owner is None, True

    forc = property(lambda self: self.c_contiguous or self.f_contiguous)
    fnc = property(lambda self: self.f_contiguous and not self.c_contiguous)

    def __getitem__(self, name):
        names = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable"}
        return getattr(self, names.get(name, name.lower()))

    def __repr__(self):
        return "".join(f"  {name.upper()} : {getattr(self, name)}\n" for name in ("c_contiguous", "f_contiguous", "owndata"))


class ndarray(_core.Array):  # noqa: N801, PLR0904
    """An array on a device: ndarray(shape, dtype=float, strides=None, order="C")."""

    __slots__ = ("_node", "_letter", "_memory")
    __array_priority__ = 100
    __hash__ = None

    def __new__(cls, shape, dtype=None, memptr=None, strides=None, order="C"):
        from ._creation import sizes

        shape, letter = sizes(shape), _dtypes.letter_of(_dtypes.checked(dtype))
        if memptr is not None:
            return memptr.array_of(cls, shape, letter, strides, order)
        if strides is None and order == "F":
            strides = fortran_strides(shape, _dtypes.BY_LETTER[letter].itemsize)
        return cls._new(_device.current(), shape, letter, strides)

    @classmethod
    def _new(cls, context, shape, letter, strides=None):
        """New memory; its elements are what was there before."""
        made = _core.Array.__new__(cls, context, shape, _dtypes.BY_LETTER[letter], strides)
        made._node, made._letter, made._memory = None, letter, Memory()
        return made

    def _compute(self):
        """Has the elements computed; called wherever memory is needed."""
        _expressions.compute(self)

    def _ready(self):
        """The array, which has memory now."""
        if self._node is not None:
            _expressions.compute(self)
        return self

    def _viewing(self, made):
        """What the C extension made of this array, as a view of it."""
        made._node, made._letter, made._memory = None, self._letter, self._memory
        return made

    def _laid_out(self, shape, strides, offset=0):
        """The same memory in another layout; bytes."""
        return self._viewing(self._ready()._view(offset, shape, strides))

    def _shaped(self, change):
        """The view whose layout is that of `change` of a NumPy array of this layout."""
        return self._viewing(self._ready()._like(change(self._numpy())))

    # ---- what it is ----

    @property
    def itemsize(self):
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def flags(self):
        """Whether the elements are in C or Fortran order, and whose memory they are in."""
        return Flags(self._ready())

    @property
    def device(self):
        """The device that has the memory."""
        from .cuda import Device

        return Device._of(self._context)

    @property
    def base(self):
        """None: which array a view is of is not kept."""

    @property
    def data(self):
        """Its memory: data.ptr is the address."""
        from .cuda.memory import MemoryPointer

        return MemoryPointer._of(self._share())

    @property
    def T(self):
        """A view with the axes in reverse."""
        return self.transpose()

    @property
    def mT(self):
        """A view with the last two axes exchanged."""
        return self.swapaxes(-1, -2)

    @property
    def flat(self):
        """The elements in C order, as an array of one axis: a view where that is one."""
        return self.ravel()

    @property
    def real(self):
        """The real parts: of complex numbers a view, of others the array itself."""
        return self if self._letter not in _dtypes.COMPLEX else self._part(0)

    @real.setter
    def real(self, value):
        self.real[...] = value

    @property
    def imag(self):
        """The imaginary parts: of complex numbers a view, of others zeros."""
        if self._letter in _dtypes.COMPLEX:
            return self._part(1)
        return _expressions.wait_for(ndarray, _store.constant(0, self._letter, self.shape, self._context))

    @imag.setter
    def imag(self, value):
        if self._letter not in _dtypes.COMPLEX:
            raise TypeError("cupy.ndarray does not have imaginary part to set")
        self.imag[...] = value

    def _part(self, which):
        made = self._ready()._like(self._numpy().imag if which else self._numpy().real)
        made._node, made._letter, made._memory = None, "f" if self._letter == "F" else "d", self._memory
        return made

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self.shape[0]))

    # ---- to and from the host ----

    def get(self, stream=None, order="C", out=None, blocking=True):
        """The elements as a NumPy array."""
        self._ready()
        if out is None:
            out = np.empty(self.shape, self.dtype, "F" if order == "F" or (
                order == "A" and self._f_contiguous and not self._c_contiguous) else "C")
        elif not isinstance(out, np.ndarray):
            raise TypeError("Only numpy.ndarray can be obtained from cupy.ndarray")
        elif out.shape != self.shape or out.dtype != self.dtype:
            raise ValueError(f"Shape mismatch. Expected: {self.shape} of {self.dtype}, actual: {out.shape} of {out.dtype}")
        _core.Array._copy(out, self, _queue(stream) or queue_for(self._context))
        return out

    def set(self, arr, stream=None):
        """Copies the elements of a NumPy array, of the same shape and dtype, to this one."""
        if not isinstance(arr, np.ndarray):
            raise TypeError("Only numpy.ndarray can be set to cupy.ndarray")
        if self.dtype != arr.dtype:
            raise TypeError(f"{arr.dtype} array cannot be set to {self.dtype} array")
        if self.shape != arr.shape:
            raise ValueError(f"Shape mismatch. Old shape: {self.shape}, new shape: {arr.shape}")
        _expressions.settle_all()
        _core.Array._copy(self._ready(), arr, _queue(stream) or queue_for(self._context))

    def item(self, *args):
        """The number that the array has, or that of the element at an index."""
        return self.get().item(*args)

    def tolist(self):
        """The elements as Python's numbers, in nested lists."""
        return self.get().tolist()

    def tobytes(self, order="C"):
        """The bytes of the elements, in C or Fortran order."""
        return self.get().tobytes(order)

    def dump(self, file):
        """Writes a pickle of the elements, a NumPy array, to a file."""
        self.get().dump(file)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy "
                        "array explicitly.")

    def __int__(self):
        return int(self.get())

    def __float__(self):
        return float(self.get())

    def __complex__(self):
        return complex(self.get())

    def __index__(self):
        return operator.index(self.get())

    def __bool__(self):
        return bool(self.get())

    def __repr__(self):
        return repr(self.get())

    def __str__(self):
        return str(self.get())

    def __format__(self, spec):
        return format(self.get() if self.ndim else self.get()[()], spec)

    def __reduce__(self):
        from ._creation import array

        return array, (self.get(),)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    # ---- other packages ----

    def _share(self):
        """Tells that others may write the memory from now on."""
        _expressions.settle_all()
        self._ready()._memory.is_shared = True
        return self

    @property
    def _numba_type_(self):
        from ..core.typing.typeof import typeof_impl

        return typeof_impl.dispatch(_core.Array)(self, None)

    @property
    def __cuda_array_interface__(self):
        from ..cuda.cudadrv.devicearray import device_pointer

        self._share()
        self._context.synchronize()
        return {"shape": self.shape, "strides": None if self._c_contiguous else self.strides,
                "data": (device_pointer(self), False), "typestr": self.dtype.str, "descr": self.dtype.descr,
                "stream": 1, "version": 3, "_portkern": self}

    def __dlpack_device__(self):
        return _device.dlpack_device(self._context)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        device = self.__dlpack_device__()
        if dl_device is not None and tuple(dl_device) != device:
            raise BufferError(f"the array is on DLPack's device {device}, not on {tuple(dl_device)}")
        source = self.copy() if copy else self
        source._share()
        self._context.synchronize()
        return source._dlpack(max_version is not None and max_version[0] >= 1, *device)

    def toDlpack(self):  # noqa: N802
        """The array as a capsule of DLPack."""
        return self.__dlpack__()

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        from ._ufuncs import UFUNCS

        if ufunc is np.matmul and method == "__call__":
            return _linalg.matmul(*inputs, **kwargs)
        found = UFUNCS.get(ufunc.__name__)
        if found is None or method not in ("__call__", "reduce", "accumulate", "at", "outer"):
            return NotImplemented
        return found(*inputs, **kwargs) if method == "__call__" else getattr(found, method)(*inputs, **kwargs)

    def __array_function__(self, func, types, args, kwargs):
        from ._interop import namesake

        found = namesake(func)
        return NotImplemented if found is None else found(*args, **kwargs)

    def __array_namespace__(self, *, api_version=None):
        from .. import cupy

        return cupy

    # ---- elements ----

    def __getitem__(self, key):
        return _indexing.get(self, key)

    def __setitem__(self, key, value):
        _indexing.put(self, key, value)

    def fill(self, value):
        """Sets all elements to a number."""
        _indexing.put(self, ..., value)

    def take(self, indices, axis=None, out=None):
        """The elements at some indices of the flattened array, or along an axis."""
        return _indexing.take(self, indices, axis, out)

    def put(self, indices, values, mode="raise"):
        """Sets elements of the flattened array, by index."""
        _indexing.put(self.reshape(-1) if self._c_contiguous else self.ravel(), indices, values)

    def nonzero(self):
        """The indices of the elements that are not 0, an array for each axis."""
        return _indexing.nonzero(self)

    def compress(self, condition, axis=None, out=None):
        """The elements along an axis, or of the flattened array, where a condition is true."""
        return _indexing.compress(condition, self, axis, out)

    # ---- layouts ----

    def reshape(self, *shape, order="C"):
        """An array of another shape: a view where NumPy makes one, else a copy."""
        return _layouts.reshape(self, shape[0] if len(shape) == 1 else shape, order)

    def ravel(self, order="C"):
        """The elements along one axis: a view where NumPy makes one, else a copy."""
        return _layouts.reshape(self, -1, order)

    def flatten(self, order="C"):
        """A copy of the elements along one axis."""
        return _layouts.reshape(self, -1, order).copy()

    def squeeze(self, axis=None):
        """A view without axes of length 1."""
        return self._shaped(lambda a: a.squeeze(axis))

    def transpose(self, *axes):
        """A view with the axes in another order; without one in reverse."""
        if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
            axes = axes[0]
        return self._shaped(lambda a: a.transpose(axes or None))

    def swapaxes(self, axis1, axis2):
        """A view with two axes exchanged."""
        return self._shaped(lambda a: a.swapaxes(axis1, axis2))

    def diagonal(self, offset=0, axis1=0, axis2=1):
        """A view of a diagonal of two axes."""
        return self._shaped(lambda a: np.diagonal(a, offset, axis1, axis2))

    def view(self, dtype=None, type=None):  # noqa: A002
        """The same memory, as elements of another dtype where one is given."""
        if dtype is None:
            return self._shaped(lambda a: a.view())
        letter = _dtypes.letter_of(_dtypes.checked(dtype))
        made = self._ready()._like(self._numpy().view(_dtypes.BY_LETTER[letter]))
        made._node, made._letter, made._memory = None, letter, self._memory
        return made

    def copy(self, order="C"):
        """A new array with the same elements."""
        return _layouts.copy(self, order)

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """The elements as another dtype."""
        letter = _dtypes.letter_of(_dtypes.checked(dtype))
        if not _dtypes.can_cast(self._letter, letter, casting):
            raise TypeError(f"Cannot cast array data from {self.dtype!r} to {_dtypes.BY_LETTER[letter]!r} according to "
                            f"the rule '{casting}'")
        if letter == self._letter:
            return self.copy() if copy else self
        return _expressions.wait_for(ndarray, _store.converted(self, letter))

    def repeat(self, repeats, axis=None):
        """Each element several times, along an axis or of the flattened array."""
        return _joining.repeat(self, repeats, axis)

    # ---- reductions ----

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """The sum along axes, of all elements without. Integers are added up in 64 bits."""
        return _reductions.sum(self, axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        """The product along axes, of all elements without. Integers are multiplied in 64 bits."""
        return _reductions.prod(self, axis, dtype, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        """The smallest element along axes, NaN where there is one."""
        return _reductions.amin(self, axis, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """The largest element along axes, NaN where there is one."""
        return _reductions.amax(self, axis, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """The mean along axes; of integers float64."""
        return _reductions.mean(self, axis, dtype, out, keepdims)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        """The mean of the squares of what the elements are away from their mean; `ddof` is taken off their number."""
        return _reductions.var(self, axis, dtype, out, ddof, keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        """The square root of var()."""
        return _reductions.std(self, axis, dtype, out, ddof, keepdims)

    def ptp(self, axis=None, out=None, keepdims=False):
        """The largest element minus the smallest, along axes."""
        return _reductions.ptp(self, axis, out, keepdims)

    def any(self, axis=None, out=None, keepdims=False):
        """Whether an element is true, along axes."""
        return _reductions.any(self, axis, out, keepdims)

    def all(self, axis=None, out=None, keepdims=False):
        """Whether all elements are true, along axes."""
        return _reductions.all(self, axis, out, keepdims)

    def argmax(self, axis=None, dtype=None, out=None, keepdims=False):
        """The index of the first largest element along an axis, or in the flattened array."""
        return _reductions.argmax(self, axis, dtype, out, keepdims)

    def argmin(self, axis=None, dtype=None, out=None, keepdims=False):
        """The index of the first smallest element along an axis, or in the flattened array."""
        return _reductions.argmin(self, axis, dtype, out, keepdims)

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        """The sum of a diagonal."""
        return self.diagonal(offset, axis1, axis2).sum(-1, dtype, out)

    def cumsum(self, axis=None, dtype=None, out=None):
        """The sums of the elements up to each, along an axis or of the flattened array."""
        return _scans.cumsum(self, axis, dtype, out)

    def cumprod(self, axis=None, dtype=None, out=None):
        """The products of the elements up to each, along an axis or of the flattened array."""
        return _scans.cumprod(self, axis, dtype, out)

    def sort(self, axis=-1):
        """Sorts in place."""
        self[...] = _sorting.sort(self, axis)

    def argsort(self, axis=-1):
        """The indices that sort the elements, equal ones in their order."""
        return _sorting.argsort(self, axis)

    def partition(self, kth, axis=-1):
        """Sorts in place, which is more than was asked for."""
        self.sort(axis)

    def searchsorted(self, v, side="left", sorter=None):
        """Where values belong in this array, which is sorted."""
        return _sorting.searchsorted(self, v, side, sorter)

    def scatter_add(self, slices, value):
        """Adds values at indices; what has one index several times gets all of them."""
        _indexing.scatter_add(self, slices, value)

    def dot(self, b, out=None):
        """The product of matrices or vectors: cupy.dot(self, b)."""
        return _linalg.dot(self, b, out)

    # ---- functions of elements ----

    def clip(self, min=None, max=None, out=None):  # noqa: A002
        """The elements, but not below `min` and not above `max`."""
        return _elements.clip(self, min, max, out)

    def round(self, decimals=0, out=None):
        """The elements rounded to so many decimals, halves to even ones."""
        return _elements.round(self, decimals, out)

    def conj(self):
        """The complex conjugates; of real numbers the array itself."""
        return self if self._letter not in _dtypes.COMPLEX else _ufuncs.UFUNCS["conjugate"](self)

    conjugate = conj

    def __pow__(self, other, modulo=None):
        return _power(self, other)

    def __rpow__(self, other):
        return _binary("power", other, self)

    def __ipow__(self, other):
        return _stored(self, _power(self, other))

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __matmul__(self, other):
        return _linalg.matmul(self, other)

    def __rmatmul__(self, other):
        return _linalg.matmul(other, self)


def fortran_strides(shape, itemsize):
    """The strides of an array in Fortran order."""
    out = []
    for n in shape:
        out.append(itemsize)
        itemsize *= n
    return tuple(out)


def _queue(stream):
    return getattr(stream, "_queue", stream) or 0


# ---- operators ----


def _binary(name, a, b):
    op = _OPS[name]
    if not (isinstance(a, ndarray) and isinstance(b, ndarray)):
        other = b if isinstance(a, ndarray) else a
        if not isinstance(other, (ndarray, bool, int, float, complex, np.generic)):
            if isinstance(other, (np.ndarray, list, tuple, str)) or other is None:
                raise TypeError(f"Unsupported type {type(other)}: convert it by cupy.asarray")
            if not isinstance(other, _core.Array):
                return NotImplemented
        if op.is_comparison or isinstance(other, _core.Array):
            return _ufuncs.UFUNCS[name](a, b)
    return _expressions.wait_for(ndarray, _expressions.node(op, (a, b)))


def _power(a, b):
    if type(b) is int and b < 0 and a._letter in _dtypes.INTEGERS:
        raise ValueError("Integers to negative integer powers are not allowed.")
    short = _operations.POWERS.get(b) if type(b) in (int, float) else None
    if short and (a._letter in "efdFD" or a._letter != "?" and b == 2 and type(b) is int):
        return _expressions.wait_for(ndarray, _expressions.node(_OPS[short], (a,)))
    return _binary("power", a, b)


def _stored(out, made):
    """out, with the elements of an expression, as `out += ...` stores them."""
    if made is NotImplemented:
        return made
    if made.shape != out.shape:
        raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the broadcast shape "
                         f"{made.shape}")
    node = _expressions.detach(made) if made._node is not None else _store.converted(made, made._letter)
    _store.check_cast(node.op.name, node.letter, out._letter, "same_kind")
    _store.store(node, out)
    return out


def _operators(python, name, in_place=True, reflected=True):
    def forward(self, other):
        return _binary(name, self, other)

    def backward(self, other):
        return _binary(name, other, self)

    def inside(self, other):
        return _stored(self, _binary(name, self, other))

    setattr(ndarray, f"__{python}__", forward)
    if reflected:
        setattr(ndarray, f"__r{python}__", backward)
    if in_place:
        setattr(ndarray, f"__i{python}__", inside)


def _unary(python, name):
    def method(self):
        return _expressions.wait_for(ndarray, _expressions.node(_OPS[name], (self,)))

    setattr(ndarray, f"__{python}__", method)


for _python, _name in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide"),
                       ("floordiv", "floor_divide"), ("mod", "remainder"), ("and", "bitwise_and"), ("or", "bitwise_or"),
                       ("xor", "bitwise_xor"), ("lshift", "left_shift"), ("rshift", "right_shift")):
    _operators(_python, _name)
for _python, _name in (("lt", "less"), ("le", "less_equal"), ("gt", "greater"), ("ge", "greater_equal"),
                       ("eq", "equal"), ("ne", "not_equal")):
    _operators(_python, _name, in_place=False, reflected=False)
for _python, _name in (("neg", "negative"), ("pos", "positive"), ("abs", "absolute"), ("invert", "invert")):
    _unary(_python, _name)


def prod(sizes):
    """The product of sizes, as an int."""
    return math.prod(sizes)


_fusion.new_array = ndarray._new

from . import _elements, _indexing, _joining, _layouts, _linalg, _reductions, _scans, _sorting, _ufuncs  # noqa: E402
