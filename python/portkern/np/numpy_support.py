# SPDX-License-Identifier: Apache-2.0
"""NumPy's dtypes as types, and back."""
import re

import numpy as np

from ..core import types
from ..errors import NumbaNotImplementedError

_NUMBERS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
            "float64", "complex64", "complex128"]
FROM_DTYPE = {np.dtype(name): types.boolean if name == "bool" else getattr(types, name) for name in _NUMBERS}
FROM_DTYPE[np.dtype(object)] = types.pyobject


def _of_text(dtype):
    if dtype.char == "S":
        return types.CharSeq(dtype.itemsize)
    if dtype.byteorder not in "=|":
        raise NumbaNotImplementedError("Does not support non-native byteorder")
    return types.UnicodeCharSeq(dtype.itemsize // types.sizeof_unicode_char)


def _of_time(dtype):
    unit = re.search(r"\[(\w+)\]$", dtype.str)
    return (types.NPTimedelta if dtype.char == "m" else types.NPDatetime)(unit[1] if unit else "")


def from_dtype(dtype):
    """The type of a dtype's elements. NumbaNotImplementedError where there is none."""
    if isinstance(dtype, type) and issubclass(dtype, np.generic):
        dtype = np.dtype(dtype)
    if getattr(dtype, "fields", None) is not None:
        return from_struct_dtype(dtype)
    if isinstance(dtype, np.dtype):
        found = FROM_DTYPE.get(dtype)
        if found is not None:
            return found
        if dtype.char in "SU":
            return _of_text(dtype)
        if dtype.char in "mM":
            return _of_time(dtype)
        if dtype.subdtype is not None:
            return types.NestedArray(from_dtype(dtype.subdtype[0]), dtype.shape)
    raise NumbaNotImplementedError(dtype)


def from_struct_dtype(dtype):
    """The record of a structured dtype."""
    if dtype.hasobject:
        raise NumbaNotImplementedError("Do not support dtype containing object")
    fields = []
    for name, info in dtype.fields.items():
        inner, offset = info[:2]
        fields.append((name, {"type": from_dtype(inner), "offset": offset, "title": info[2] if len(info) > 2 else None}))
    return types.Record(fields, dtype.itemsize, dtype.isalignedstruct)


def _is_number(kind):
    return isinstance(kind, (types.Complex, types.Integer, types.Float))


def as_dtype(nbtype):
    """The dtype of a type. NumbaNotImplementedError where NumPy has none."""
    kind = types.unliteral(nbtype)
    if isinstance(kind, types.Boolean):
        return np.dtype("?")
    if _is_number(kind):
        return np.dtype(str(kind))
    if isinstance(kind, (types.NPDatetime, types.NPTimedelta)):
        letter = "M8" if isinstance(kind, types.NPDatetime) else "m8"
        return np.dtype(f"{letter}[{kind.unit}]" if kind.unit else letter)
    if isinstance(kind, (types.CharSeq, types.UnicodeCharSeq)):
        return np.dtype(f"{'S' if isinstance(kind, types.CharSeq) else 'U'}{kind.count}")
    if isinstance(kind, types.Record):
        return as_struct_dtype(kind)
    if isinstance(kind, (types.EnumMember, types.DType, types.NumberClass)):
        return as_dtype(kind.dtype)
    if isinstance(kind, types.NestedArray):
        return np.dtype((as_dtype(kind.dtype), tuple(kind.shape)))
    if isinstance(kind, types.PyObject):
        return np.dtype(object)
    raise NumbaNotImplementedError(f"{nbtype} cannot be represented as a NumPy dtype")


def as_struct_dtype(rec):
    """The structured dtype of a record."""
    members = [(name, kind) for name, kind in rec.members if not rec.is_title(name)]
    return np.dtype({"names": [name for name, _ in members], "formats": [as_dtype(kind) for _, kind in members],
                     "offsets": [rec.offset(name) for name, _ in members], "itemsize": rec.size,
                     "titles": [rec.fields[name].title for name, _ in members]}, align=rec.aligned)


def map_arrayscalar_type(val):
    """The type of one of NumPy's scalars."""
    if isinstance(val, np.generic):
        return from_dtype(val.dtype)
    try:
        return from_dtype(np.dtype(type(val)))
    except TypeError:
        raise NumbaNotImplementedError(f"no corresponding numpy dtype for {type(val)!r}") from None


def is_array(val):
    """Whether a value is an array of NumPy."""
    return isinstance(val, np.ndarray)


def map_layout(val):
    """"C", "F" or "A": how an array lies in memory."""
    if val.flags.c_contiguous:
        return "C"
    return "F" if val.flags.f_contiguous else "A"
