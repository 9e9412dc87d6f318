# SPDX-License-Identifier: Apache-2.0
"""The type that a Python value has as an argument. Classes of a program's own
register with typeof_impl, as Numba's."""
import enum
import functools

import numpy as np

from ... import _core, errors
from ...np import numpy_support
from .. import types


class Purpose(enum.Enum):
    argument = 1
    constant = 2


class _Context:
    def __init__(self, purpose):
        self.purpose = purpose


def typeof(val, purpose=Purpose.argument):
    """The type that a value has as an argument. ValueError where it has none.

    >>> portkern.typeof(np.zeros((2, 2), np.float32))
    Array(float32, 2, 'C', False, aligned=True)"""
    found = typeof_impl(val, _Context(purpose))
    if found is None:
        raise ValueError(f"Cannot determine Numba type of {type(val)}")
    return found


@functools.singledispatch
def typeof_impl(val, c):
    found = getattr(val, "_numba_type_", None)
    if found is not None:
        return found
    if hasattr(val, "__cuda_array_interface__"):
        return _of_interface(val.__cuda_array_interface__)
    return _of_buffer(val)


_BUFFERS = {bytes: types.Bytes, bytearray: types.ByteArray, memoryview: types.MemoryView}


def _of_buffer(val):
    try:
        view = memoryview(val)
        dtype = numpy_support.from_dtype(np.asarray(view).dtype)
    except (TypeError, ValueError, errors.NumbaNotImplementedError):
        return None
    kind = _BUFFERS.get(type(val), types.PyArray if type(val).__name__ == "array" else types.Buffer)
    layout = "C" if view.c_contiguous else "F" if view.f_contiguous else "A"
    return kind(dtype, view.ndim, layout, readonly=view.readonly)


def _layout(shape, strides, itemsize):
    """"C", "F" or "A" of an array by its strides."""
    if strides is None or 0 in shape:
        return "C"
    for layout, order in (("C", range(len(shape) - 1, -1, -1)), ("F", range(len(shape)))):
        expected = itemsize
        for axis in order:
            if shape[axis] != 1 and strides[axis] != expected:
                break
            expected *= shape[axis]
        else:
            return layout
    return "A"


def _of_interface(description):
    dtype = np.dtype(description.get("descr") if description["typestr"].startswith("|V") else description["typestr"])
    shape = description["shape"]
    return types.Array(numpy_support.from_dtype(dtype), len(shape),
                       _layout(shape, description.get("strides"), dtype.itemsize), readonly=description["data"][1])


@typeof_impl.register(_core.Array)
def _(val, c):
    return types.Array(numpy_support.from_dtype(val.dtype), len(val.shape),
                       _layout(val.shape, val.strides, val.dtype.itemsize))


@typeof_impl.register(_core.Hint)
def _(val, c):
    return typeof_impl(val.value, c)


@typeof_impl.register(type)
def _(val, c):
    if issubclass(val, BaseException):
        return types.ExceptionClass(val)
    if issubclass(val, tuple) and hasattr(val, "_asdict"):
        return types.NamedTupleClass(val)
    if issubclass(val, np.generic):
        return types.NumberClass(numpy_support.from_dtype(val))
    return types.TypeRef(val) if issubclass(val, types.Type) else None


@typeof_impl.register(int)
def _(val, c):
    if -(2**63) <= val < 2**63:
        return types.int64
    if val.bit_length() == 64 and val >= 0:
        return types.uint64
    raise ValueError(f"Int value is too large: {val}")


def _register(kind, made):
    typeof_impl.register(kind)(lambda val, c: made)


for _kind, _made in ((bool, types.boolean), (float, types.float64), (complex, types.complex128), (str, types.string),
                     (type(typeof.__code__), types.code_type), (type(None), types.none), (type(...), types.ellipsis)):
    _register(_kind, _made)


@typeof_impl.register(np.generic)
def _(val, c):
    try:
        return numpy_support.map_arrayscalar_type(val)
    except errors.NumbaNotImplementedError:
        return None


@typeof_impl.register(tuple)
def _(val, c):
    items = [typeof_impl(item, c) for item in val]
    return None if None in items else types.BaseTuple.from_types(items, type(val))


def _of_first(val, c, what):
    if not val:
        raise ValueError(f"Cannot type empty {what}")
    found = typeof_impl(next(iter(val)), c)
    if found is None:
        raise ValueError(f"Cannot type {what} element type {type(next(iter(val)))}")
    return found


@typeof_impl.register(list)
def _(val, c):
    return getattr(val, "_numba_type_", None) or types.List(_of_first(val, c, "list"), reflected=True)


@typeof_impl.register(set)
def _(val, c):
    return types.Set(_of_first(val, c, "set"), reflected=True)


@typeof_impl.register(slice)
def _(val, c):
    return types.slice2_type if val.step in (None, 1) else types.slice3_type


@typeof_impl.register(enum.Enum)
@typeof_impl.register(enum.IntEnum)
def _(val, c):
    return typeof_impl(type(val), c).member_type


@typeof_impl.register(enum.EnumMeta)
def _(val, c):
    values = {typeof_impl(member.value, c) for member in val.__members__.values()}
    if not values:
        raise ValueError("Cannot type enum with no members")
    if len(values) > 1:
        raise ValueError(f"Cannot type heterogeneous enum: got value types {', '.join(sorted(map(str, values)))}")
    return (types.IntEnumClass if issubclass(val, enum.IntEnum) else types.EnumClass)(val, values.pop())


@typeof_impl.register(np.dtype)
def _(val, c):
    return types.DType(numpy_support.from_dtype(val))


@typeof_impl.register(np.ndarray)
def _(val, c):
    if isinstance(val, np.ma.MaskedArray):
        raise errors.NumbaTypeError("Unsupported array type: numpy.ma.MaskedArray.")
    try:
        dtype = numpy_support.from_dtype(val.dtype)
    except errors.NumbaNotImplementedError:
        raise errors.NumbaValueError(f"Unsupported array dtype: {val.dtype}") from None
    return types.Array(dtype, val.ndim, numpy_support.map_layout(val), readonly=not val.flags.writeable)


@typeof_impl.register(types.Type)
def _(val, c):
    if isinstance(val, (types.NumberClass, types.Literal, types.TypeRef, types.BaseFunction)):
        return val
    return types.NumberClass(val) if isinstance(val, (types.Number, types.Boolean)) else types.TypeRef(val)
