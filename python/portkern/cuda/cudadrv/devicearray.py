# SPDX-License-Identifier: Apache-2.0
"""Arrays on a device, by the names of numba.cuda.

NumPy computes the layout of each view: `_numpy()` is a NumPy array of the same shape
and strides, whose elements are never touched; what slicing makes of it is given to
`_like()`, which makes the view on the device."""
import functools
import math
import operator
import sys

import numpy as np

from ... import _core, _device
from ..._reshape import reshaped

errmsg_contiguous_buffer = (
    "Array contains non-contiguous buffer and cannot be transferred as a single memory region. Please "
    "ensure contiguous buffer with numpy .ascontiguousarray()")


class DeviceNDArrayBase:
    """What all arrays that a device reaches are."""

    __slots__ = ()
    __cuda_memory__ = True
    __cuda_ndarray__ = True


class _DeviceMemory(DeviceNDArrayBase, _core.Array):
    """Arrays and records in the memory of a device."""

    def copy_to_host(self, ary=None, stream=0):
        """Copies the elements to `ary`, or to a new NumPy array, and returns it. They are there
        when this returns, with a stream, too.

        ary : an array of the same dtype and shape, axes of one element apart; strides may be any

        TypeError when the dtypes differ, ValueError when the shapes do. What failed in the stream
        is raised.

        >>> d = cuda.to_device(np.arange(4))
        >>> d[1:3].copy_to_host()
        array([1, 2])"""
        if ary is None:
            made = np.ndarray(self.shape, self.dtype, strides=contiguous_strides(self))
            _core.Array._copy(made, self, stream or self.stream)
            return made
        check_array_compatibility(self, ary)
        if isinstance(ary, np.void):
            _write_record(ary, self.copy_to_host(None, stream))
        else:
            _core.Array._copy(ary.reshape(self.shape), self, stream or self.stream)
        return ary

    def copy_to_device(self, ary, stream=0):
        """Copies the elements of a NumPy array, or of one on a device, to this one.

        TypeError when the dtypes differ, ValueError when the shapes do, axes of one element
        apart."""
        found = as_device_memory(ary, self._context)
        ary = np.asarray(ary) if found is None else found
        check_array_compatibility(self, ary)
        if isinstance(ary, _core.Array) and ary._context is not self._context:
            ary = ary.copy_to_host()
        _core.Array._copy(self, ary.reshape(self.shape), stream or self.stream)

    def __reduce__(self):
        """The elements, through the host; they are unpickled to the device that is current
        there."""
        return _unpickled, (type(self), self.copy_to_host())

    def __copy__(self):
        made = empty(self._context, self.shape, self.dtype, contiguous_strides(self), type(self))
        _core.Array._copy(made, self, self.stream)
        made.stream = self.stream
        return made

    def __deepcopy__(self, memo):
        return self.__copy__()

    def bind(self, stream=0):
        """The same array, whose copies go to that stream when they name none."""
        made = self._like(self._numpy())
        made.stream = stream
        return made

    @property
    def device(self):
        """The device that it is on."""
        return _device.Device.of(self._context)

    @property
    def flags(self):
        """A dict: C_CONTIGUOUS and F_CONTIGUOUS."""
        return {"C_CONTIGUOUS": self._c_contiguous, "F_CONTIGUOUS": self._f_contiguous}

    def is_c_contiguous(self):
        """Whether elements lie in C order, without gaps."""
        return self._c_contiguous

    def is_f_contiguous(self):
        """Whether elements lie in Fortran order, without gaps."""
        return self._f_contiguous

    @property
    def gpu_data(self):
        """Its memory, as numba.cuda's drivers have it."""
        from .driver import MemoryPointer

        return MemoryPointer(self)

    @property
    def device_ctypes_pointer(self):
        """The address of the first element, a ctypes.c_void_p."""
        return self.gpu_data.device_ctypes_pointer

    def as_cuda_arg(self):
        """Its memory, as gpu_data."""
        return self.gpu_data

    @property
    def _numba_type_(self):
        from ...core.typing.typeof import typeof_impl

        return typeof_impl.dispatch(_core.Array)(self, None)

    def get_ipc_handle(self):
        """Arrays are not shared between processes."""
        from ...errors import UnsupportedError

        raise UnsupportedError("arrays of a device are not shared between processes: use "
                               "multiprocessing.shared_memory and cuda.to_device in each of them")

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("`copy=False` is not supported. A copy is always created.")
        made = self.copy_to_host()
        return made if dtype is None else made.astype(dtype, copy=False)

    # ---- other packages ----

    @property
    def __cuda_array_interface__(self):
        stream = self.stream
        if not stream:
            self._context.queue.synchronize()
        return {
            "shape": self.shape,
            "strides": None if self._c_contiguous else self.strides,
            "data": (device_pointer(self), False),
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "stream": int(stream) if stream else None,
            "version": 3,
            # For arrays of devices without addresses.
            "_portkern": self,
        }

    def __dlpack_device__(self):
        return _device.dlpack_device(self._context)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        device = self.__dlpack_device__()
        _tell_sharing(self)
        if dl_device is not None and tuple(dl_device) != device:
            raise BufferError(f"the array is on DLPack's device {device}, not on {tuple(dl_device)}")
        self._context.synchronize()
        source = self
        if copy:
            source = empty(self._context, self.shape, self.dtype, None)
            _core.Array._copy(source, self)
            self._context.synchronize()
        return source._dlpack(max_version is not None and max_version[0] >= 1, *device)

    # ---- items ----

    def getitem(self, item, stream=0):
        """self[item], by a stream."""
        return self._item(item, stream or self.stream)

    def setitem(self, key, value, stream=0):
        """self[key] = value, by a stream."""
        self._assign(key, value, stream or self.stream)

    def __getitem__(self, item):
        return self._item(item, self.stream)

    def __setitem__(self, key, value):
        self._assign(key, value, self.stream)

    def _item(self, item, stream):
        found, is_element = _select(self._numpy(), item)
        if not is_element:
            made = self._like(found, DeviceNDArray)
        elif found.dtype.names is None:
            return self._read(found, stream)[()]
        else:
            made = self._like(found, DeviceRecord)
        made.stream = stream
        return made

    def _read(self, found, stream):
        """Elements of a view, on the host."""
        if found.dtype.kind not in "SU":
            made = np.empty(found.shape, found.dtype)
            _core.Array._copy(made, self._like(found, DeviceNDArray), stream)
            return made
        return self._read(_characters(found), stream).view(found.dtype)[..., 0]

    def _assign(self, key, value, stream):
        found, _ = _select(self._numpy(), key)
        found_value = as_device_memory(value, self._context)
        value = value if found_value is None else found_value
        if isinstance(value, _core.Array):
            if value._context is self._context and value.dtype == found.dtype:
                value = value._like(_broadcast(value._numpy(), found.shape), DeviceNDArray)
            else:
                value = value.copy_to_host()
        if not isinstance(value, _core.Array):
            value = _broadcast(_converted(value, found.dtype), found.shape)
            if found.dtype.kind in "SU":
                found, value = _characters(found), _characters(np.array(value, order="C"))
        _core.Array._copy(self._like(found, DeviceNDArray), value, stream)


class DeviceNDArray(_DeviceMemory):
    """An array in the memory of a device: what cuda.to_device and cuda.device_array make.

    `shape`, `strides` (in bytes), `dtype`, `ndim`, `size` and `nbytes` are as NumPy's. a[key] is a
    view for slices, a number or a record for integers, copied to the host; a[key] = value copies.
    Indices are integers, slices, `...`, None and names of fields; others are an IndexError.

    >>> a = cuda.to_device(np.zeros((2, 3)))
    >>> a[:, 1] = [5, 7]
    >>> a[1, 1]
    7.0
    >>> a[:, ::2].strides
    (24, 16)"""

    def __new__(cls, shape, strides, dtype, stream=0, gpu_data=None):
        shape, strides, dtype = prepare_shape_strides_dtype(shape, strides, dtype, "C")
        if gpu_data is None:
            made = empty(_device.current(), shape, dtype, strides, cls)
        else:
            made = gpu_data.array._view(gpu_data.offset, shape, strides, dtype, cls)
        made.stream = stream
        return made

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    def __repr__(self):
        return f"<DeviceNDArray shape={self.shape} dtype={self.dtype} on {self._context.selector}>"

    @property
    def T(self):
        """The transposed array, a new one."""
        return self.transpose()

    def transpose(self, axes=None):
        """The transposed array: a new one, in C order, as Numba's. NotImplementedError unless it
        has two axes."""
        if axes and tuple(axes) == tuple(range(self.ndim)):
            return self
        if self.ndim != 2:
            raise NotImplementedError("transposing a non-2D DeviceNDArray isn't supported")
        if axes is not None and set(axes) != set(range(self.ndim)):
            raise ValueError(f"invalid axes list {axes!r}")
        made = empty(self._context, self.shape[::-1], self.dtype, None)
        made.stream = self.stream
        _core.Array._copy(made, self._like(self._numpy().T), self.stream)
        return made

    def reshape(self, *newshape, order="C"):
        """A view of another shape; one size may be -1. ValueError when the sizes do not agree,
        NotImplementedError where NumPy would copy.

        >>> cuda.to_device(np.zeros(6)).reshape(2, -1).shape
        (2, 3)"""
        if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
            newshape = newshape[0]
        return self._view(0, *reshaped(self, tuple(newshape), order))

    def ravel(self, order="C", stream=0):
        """A view with one axis of a contiguous array."""
        wanted = self._f_contiguous if order == "F" else self._c_contiguous
        if order in "AK" and not wanted and self._f_contiguous:
            wanted, order = True, "F"
        if not wanted:
            raise NotImplementedError("operation requires copying")
        return self.reshape(-1, order="F" if order == "F" else "C").bind(stream or self.stream)

    def squeeze(self, axis=None, stream=0):
        """A view without axes of one element."""
        return self._like(self._numpy().squeeze(axis)).bind(stream or self.stream)

    def view(self, dtype):
        """The same memory as elements of another dtype. ValueError where NumPy has none,
        TypeError for elements that kernels do not have."""
        return self._like(self._numpy().view(dtype))

    def split(self, section, stream=0):
        """Yields views of `section` elements each; the last one may have fewer. ValueError when
        the array has several axes, or gaps."""
        if self.ndim != 1:
            raise ValueError("only support 1d array")
        if self.strides[0] != self.dtype.itemsize:
            raise ValueError("only support unit stride")
        for i in range(math.ceil(self.size / section)):
            yield self[i * section:(i + 1) * section].bind(stream or self.stream)


class DeviceRecord(_DeviceMemory):
    """A record in the memory of a device: DeviceRecord(dtype)."""

    def __new__(cls, dtype, stream=0, gpu_data=None):
        dtype = np.dtype(dtype)
        if gpu_data is None:
            made = empty(_device.current(), (), dtype, None, cls)
        else:
            made = gpu_data.array._view(gpu_data.offset, (), (), dtype, cls)
        made.stream = stream
        return made

    @property
    def _numba_type_(self):
        from ...np.numpy_support import from_dtype

        return from_dtype(self.dtype)

    def __len__(self):
        return len(self.dtype.names)

    def __repr__(self):
        return f"<DeviceRecord dtype={self.dtype} on {self._context.selector}>"

    def _item(self, item, stream):
        found = self._numpy()[item]
        if not isinstance(found, np.ndarray):  # item is (): the record itself
            return self
        if found.ndim == 0 and found.dtype.names is None:
            return self._read(found, stream)[()]
        made = self._like(found, DeviceNDArray if found.ndim else DeviceRecord)
        made.stream = stream
        return made


class MappedNDArray(DeviceNDArrayBase, np.ndarray):
    """A NumPy array in host memory that the device uses in place, where it can. Where
    it cannot, launches copy it as they copy any NumPy array."""

    stream = 0

    def device_setup(self, gpu_data, stream=0):
        """Binds the array to a stream."""
        self.stream = stream

    def on_device(self):
        """The array as the device sees it; None where it sees none."""
        memory = self.base
        while isinstance(memory, np.ndarray):
            memory = memory.base
        if not isinstance(memory, _core.Array):
            return None
        return memory._like(self.view(np.ndarray), DeviceNDArray)

    @property
    def __cuda_array_interface__(self):
        found = self.on_device()
        if found is None:
            raise AttributeError("the array is not in memory of a device")
        found.stream = self.stream
        return found.__cuda_array_interface__

    def __reduce__(self):
        """The elements; they are unpickled to memory of this kind, of the device that is
        current there."""
        return _unpickled, (type(self), self.copy_to_host())

    def copy_to_host(self, ary=None, stream=0):
        """Copies the elements to `ary`, or to a new NumPy array, and returns it."""
        _device.current().synchronize()
        if ary is None:
            return np.array(self)
        ary[...] = self
        return ary

    def copy_to_device(self, ary, stream=0):
        """Copies the elements of an array to this one."""
        self[...] = np.asarray(ary)


class ManagedNDArray(MappedNDArray):
    """A NumPy array that host and device both use."""


def _unpickled(kind, array):
    """An array out of a pickle, on the current device."""
    if issubclass(kind, MappedNDArray):
        from .. import api

        make = api.managed_array if issubclass(kind, ManagedNDArray) else api.mapped_array
        made = make(array.shape, array.dtype, contiguous_strides(array))
        made[...] = array
        return made
    made = empty(_device.current(), array.shape, array.dtype, contiguous_strides(array), kind)
    made.copy_to_device(array)
    return made


# ---- layouts ----


def _select(shadow, key):
    """The part of a NumPy array that a key means, always as an array, and whether it
    is one element."""
    if isinstance(key, str) or isinstance(key, list) and key and all(isinstance(k, str) for k in key):
        return shadow[key], False
    parts = key if isinstance(key, tuple) else (key,)
    parts = tuple(map(_index, parts))
    dots = any(part is Ellipsis for part in parts)
    found = shadow[parts if dots else (*parts, Ellipsis)]
    return found, found.ndim == 0 and not dots


def _index(part):
    if part is None or part is Ellipsis or isinstance(part, slice):
        return part
    if not isinstance(part, (bool, np.bool_)):
        try:
            return operator.index(part)
        except TypeError:
            pass
    raise IndexError("an array on a device is indexed by integers, slices, `...` and None, "
                     f"not by {type(part).__name__}: copy it to the host first")


def _characters(array):
    """Strings as bytes along one axis more."""
    return array[..., None].view(np.uint8)


def _converted(value, dtype):
    if dtype.names is not None:
        return np.asarray(value, dtype)
    return np.asarray(value).astype(dtype, copy=False)


def _broadcast(array, shape):
    given_ndim = array.ndim
    while array.ndim > len(shape) and array.shape[0] == 1:
        array = array[0]
    if array.ndim > len(shape):
        raise ValueError(f"Can't assign {given_ndim}-D array to {len(shape)}-D self")
    for axis, (mine, given) in enumerate(zip(shape[len(shape) - array.ndim:], array.shape, strict=True)):
        if given not in (1, mine):
            raise ValueError(f"Can't copy sequence with size {given} to array axis "
                             f"{axis + len(shape) - array.ndim} with dimension {mine}")
    return np.broadcast_to(array, shape)


def contiguous_strides(ary):
    """Strides of a new array without gaps whose axes are in the same order; None: C
    order."""
    if ary.flags["C_CONTIGUOUS"] or ary.ndim < 2:
        return None
    strides, size = [0] * ary.ndim, ary.dtype.itemsize
    for axis in sorted(range(ary.ndim), key=lambda i: (abs(ary.strides[i]), -i)):
        strides[axis] = size
        size *= max(ary.shape[axis], 1)
    return tuple(strides)


def check_array_compatibility(ary1, ary2):
    """Raises unless elements of one array can be copied to the other."""
    if ary1.dtype != ary2.dtype:
        raise TypeError(f"incompatible dtype: {ary1.dtype} vs. {ary2.dtype}")
    if [n for n in ary1.shape if n != 1] != [n for n in ary2.shape if n != 1]:
        raise ValueError(f"incompatible shape: {ary1.shape} vs. {ary2.shape}")


def _write_record(to, record):
    for name in to.dtype.names:
        to[name] = record[name]


def prepare_shape_strides_dtype(shape, strides, dtype, order):
    """Shape and strides as tuples of integers, as numba.cuda reads them."""
    dtype = np.dtype(dtype)
    shape = _sizes(shape, "shape")
    if isinstance(strides, int):
        strides = (strides,)
    return shape, tuple(map(int, strides)) if strides else _strides(shape, dtype.itemsize, order), dtype


def _sizes(shape, what):
    try:
        if isinstance(shape, (int, np.integer)) or isinstance(shape, np.ndarray) and not shape.ndim:
            return (operator.index(shape),)
        return tuple(map(operator.index, shape))
    except TypeError:
        raise TypeError(f"{what} must be an integer or tuple of integers, got {shape!r}") from None


@functools.lru_cache(256)
def _strides(shape, itemsize, order):
    if order not in ("C", "F"):
        raise ValueError("must be either C/F order")
    out = []
    for n in shape if order == "F" else shape[::-1]:
        out.append(itemsize)
        itemsize *= n
    return tuple(out if order == "F" else out[::-1])


# ---- making ----


def empty(context, shape, dtype, strides, kind=DeviceNDArray, pinned=False):
    """New memory; its elements are what was there before."""
    return _core.Array.__new__(kind, context, shape, dtype, strides, pinned)


def _tell_sharing(array):
    """Tells portkern.cupy, where it is used, that others may write an array's memory."""
    cupy = sys.modules.get("portkern.cupy._expressions")
    if cupy is not None:
        cupy.share(array)


def device_pointer(array):
    """A number for the place of the first element: its address, or where the device
    has none a number that is the array's own."""
    if not array.size:
        return 0
    _tell_sharing(array)
    return array._address or array._buffer_id + array._offset


def as_device_memory(obj, context):
    """The _core.Array of an object that is on a device, else None."""
    if isinstance(obj, _core.Array):
        return of_numba(obj)
    if isinstance(obj, MappedNDArray):
        found = obj.on_device()
        return found if found is not None and found._context is context else None
    if isinstance(obj, (np.ndarray, np.generic, int, float, complex, tuple, list, str)):
        return None
    description = getattr(obj, "__cuda_array_interface__", None)
    if description is None:
        return None
    from ..._interop import from_description

    return from_description(context, description, obj)


def of_numba(array):
    """An array of portkern.cupy as one of numba.cuda's, over the same memory; any other
    as it is."""
    if not isinstance(array, _core.Array) or isinstance(array, DeviceNDArrayBase):
        return array
    made = array._view(0, array.shape, array.strides, None, DeviceNDArray)
    memory = getattr(array, "_memory", None)
    if memory is not None:  # portkern.cupy is told when the view is given to others
        sys.modules["portkern.cupy._expressions"].remember(made, memory)
    return made


def is_cuda_ndarray(obj):
    """Whether it is an array of a device."""
    return getattr(obj, "__cuda_ndarray__", False)


def require_cuda_ndarray(obj):
    """Raises ValueError unless it is an array of a device."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def verify_cuda_ndarray_interface(obj):
    """Raises unless the object has the attributes of an array of a device."""
    require_cuda_ndarray(obj)
    for name, kind in (("shape", tuple), ("strides", tuple), ("dtype", np.dtype), ("size", int)):
        if not isinstance(getattr(obj, name), kind):
            raise AttributeError(f"{name} must be of type {kind}")


def from_array_like(ary, stream=0, gpu_data=None):
    """A new array of the layout of another, or one over `gpu_data`."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream, gpu_data)


def from_record_like(rec, stream=0, gpu_data=None):
    """A new record of the dtype of another, or one over `gpu_data`."""
    return DeviceRecord(rec.dtype, stream, gpu_data)


def array_core(ary):
    """The array without the axes along which it repeats."""
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


def is_contiguous(ary):
    """Whether it is in C order but for axes along which it repeats."""
    return bool(array_core(ary).flags["C_CONTIGUOUS"])


def sentry_contiguous(ary):
    """Raises unless the array is one piece of memory."""
    flags = array_core(ary).flags
    if not flags["C_CONTIGUOUS"] and not flags["F_CONTIGUOUS"]:
        raise ValueError(errmsg_contiguous_buffer)


def auto_device(obj, stream=0, copy=True, user_explicit=False, context=None):
    """(array on the device, whether it is new): of an array of a device itself, of
    anything else a copy."""
    context = context or _device.current()
    found = as_device_memory(obj, context)
    if found is not None and found._context is context:
        return (obj if isinstance(obj, MappedNDArray) else found), False
    if isinstance(obj, np.void):
        made, obj = empty(context, (), obj.dtype, None, DeviceRecord), np.asarray(obj)
    else:
        obj = found if found is not None else np.asarray(obj)
        made = empty(context, obj.shape, obj.dtype, contiguous_strides(obj))
    if stream:
        made.stream = stream
    if copy:
        made.copy_to_device(obj, stream)
    return made, True
