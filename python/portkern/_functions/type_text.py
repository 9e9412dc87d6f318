# SPDX-License-Identifier: Apache-2.0
"""Types as the compiler reads and writes them: in decorators, in signatures of what
is compiled, and in what it says of kernels."""
import ast
import collections
import re

import numpy as np

from .. import _convert, errors
from ..core import types
from ..np import numpy_support

ROOT = "__portkern__"  # numba, in the text of modules


def _refuse(kind):
    raise errors.UnsupportedError(f"a signature cannot have {kind}: it has numbers, arrays and tuples of these, and that of a "
                                  "function with njit also strings, lists, dicts, sets, functions and None or a value")


def is_container(kind):
    """Whether values of the type are built in functions that are called with them."""
    if isinstance(kind, types.BaseTuple):
        return any(map(is_container, kind))
    return isinstance(kind, (types.UnicodeType, types.List, types.ListType, types.DictType, types.Set))


def _scalar(kind):
    return "boolean" if kind == types.boolean else str(kind)


def is_alike(wanted, given):
    """Whether a value of the type `given` is one of `wanted` as it is; it may be of a type that Numba has not."""
    wanted, given = types.unliteral(wanted), types.unliteral(given)
    if type(given) is types.Opaque:
        return True
    if isinstance(wanted, types.Optional):
        given = given.type if isinstance(given, types.Optional) else given
        return isinstance(given, types.NoneType) or is_alike(wanted.type, given)
    if isinstance(wanted, types.Array) and isinstance(given, types.Array):
        return wanted.dtype == given.dtype and wanted.ndim == given.ndim and wanted.layout in ("A", given.layout)
    parts = _parts(wanted), _parts(given)
    if None in parts:
        return wanted == given
    return parts[0][0] == parts[1][0] and len(parts[0]) == len(parts[1]) and all(map(is_alike, parts[0][1:], parts[1][1:]))


def _parts(kind):
    """What a container is, and the types in it; None: it is none."""
    if isinstance(kind, types.BaseTuple):
        return ("tuple", *kind)
    if isinstance(kind, (types.List, types.ListType)):
        return ("list", kind.dtype)
    if isinstance(kind, types.DictType):
        return ("dict", kind.key_type, kind.value_type)
    return ("set", kind.dtype) if isinstance(kind, types.Set) else None


def in_decorator(kind, records):
    """A type in a signature above a function. Structured dtypes are put into
    `records`, name -> dtype, and go by that name. The words are Python in a module that
    has numba's names under ROOT."""
    def inner(part):
        return in_decorator(part, records)

    kind = types.unliteral(kind)
    if isinstance(kind, (types.Integer, types.Float, types.Complex, types.Boolean)):
        return f"{ROOT}.{_scalar(kind)}"
    if isinstance(kind, types.NoneType):
        return f"{ROOT}.none"
    if isinstance(kind, types.Record):
        return _name_of_record(kind.dtype, records)
    if isinstance(kind, types.Array):
        readonly = "" if kind.mutable else ", readonly=True"
        return f"{ROOT}.types.Array({inner(kind.dtype)}, {kind.ndim}, '{kind.layout}'{readonly})"
    if isinstance(kind, types.UniTuple):
        return f"{ROOT}.types.UniTuple({inner(kind.dtype)}, {kind.count})"
    if isinstance(kind, types.Tuple):
        return f"{ROOT}.types.Tuple(({''.join(inner(part) + ', ' for part in kind)}))"
    if isinstance(kind, types.CPointer):
        return f"{ROOT}.types.CPointer({inner(kind.dtype)})"
    if kind == types.voidptr:  # bytes, which carray reads as any dtype
        return f"{ROOT}.types.CPointer({ROOT}.uint8)"
    if isinstance(kind, types.Optional):
        return f"{ROOT}.types.Optional({inner(kind.type)})"
    return _refuse(kind)


def in_variable(kind, records, each=None):
    """The type of a variable or a field, which may be a container; `each` gives the words of types in it."""
    def inner(part):
        return (each or in_variable)(part, records)

    root = f"{ROOT}.types"
    if isinstance(kind, (types.ListType, types.List)):
        return f"{root}.ListType({inner(kind.dtype)})"
    if isinstance(kind, types.Set):
        return f"{root}.Set({inner(kind.dtype)})"
    if isinstance(kind, types.DictType):
        return f"{root}.DictType({inner(kind.key_type)}, {inner(kind.value_type)})"
    if isinstance(kind, types.UnicodeType):
        return f"{root}.unicode_type"
    if isinstance(kind, types.Optional):
        return f"{root}.Optional({inner(kind.type)})"
    if isinstance(kind, types.BaseTuple):
        return f"{root}.Tuple(({''.join(inner(part) + ', ' for part in kind)}))"
    return in_decorator(kind, records)


def _name_of_record(dtype, records):
    for name, known in records.items():
        if known == dtype:
            return name
    name = f"__portkern_record_{len(records)}__"
    records[name] = dtype
    return name


def signature_in_decorator(signature, records, words=in_decorator):
    args = ", ".join(words(kind, records) for kind in signature.args)
    if signature.return_type is None:
        return f"({args},)" if args else "()"
    return f"{words(signature.return_type, records)}({args})"


def option_in_decorator(name, value):
    """An option above a function."""
    if name != "locals":
        return f"{name}={value!r}"
    for variable, kind in value.items():
        if not isinstance(kind, types.Type):
            raise TypeError(f"locals: the type of {variable} is one of numba.types, such as float32, not {kind!r}")
    kinds = (f"{variable!r}: {in_variable(kind, {})}" for variable, kind in value.items())
    return f"locals={{{', '.join(kinds)}}}"


def _axes(kind):
    if kind.ndim == 0:
        return "[()]"
    axes = [":"] * kind.ndim
    if kind.layout == "C":
        axes[-1] = "::1"
    elif kind.layout == "F":
        axes[0] = "::1"
    return f"[{', '.join(axes)}]"


def in_words(kind):
    """A type in a signature that something is compiled for."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Record):
        return _convert.describe(kind.dtype)
    if isinstance(kind, types.Array):
        return in_words(kind.dtype) + _axes(kind)
    if isinstance(kind, types.UniTuple):
        return f"UniTuple({in_words(kind.dtype)}, {kind.count})"
    if isinstance(kind, types.BaseNamedTuple):
        return f"{kind.instance_class.__name__}({', '.join(map(in_words, kind))})"
    if isinstance(kind, types.Tuple):
        return f"({', '.join(map(in_words, kind))})"
    if isinstance(kind, types.CPointer):
        return in_words(kind.dtype) + "[::1]"
    if kind == types.voidptr:
        return "uint8[::1]"
    if isinstance(kind, types.Optional):
        return in_words(kind.type)
    if isinstance(kind, (types.DType, types.NumberClass)):
        return f"dtype({in_words(kind.dtype)})"
    return _scalar(kind) if isinstance(kind, (types.Number, types.Boolean, types.NoneType)) else _refuse(kind)


def _parse_record(words):
    """[('x', '<f4')][::1]: records, and arrays of them."""
    axes = re.search(r"\[[:1, ()]*\]$", words)
    dtype = ast.literal_eval(words[:axes.start()] if axes else words)
    kind = numpy_support.from_dtype(np.dtype(dtype))
    if not axes:
        return kind
    return types.Array(kind, 0, "C") if axes[0] == "[()]" else eval(f"kind{axes[0]}", {"kind": kind})  # noqa: S307


class _Dicts:
    """DictType, called or with its types in brackets."""

    def __call__(self, key, value):
        return types.DictType(key, value)

    def __getitem__(self, parts):
        return types.DictType(*parts)


def _tuple_of(*items):
    return types.Tuple(items)


def _dtype(of):
    return types.DType(numpy_support.from_dtype(np.dtype(of)) if isinstance(of, (list, dict)) else of)


_WORDS = collections.ChainMap({"Tuple": _tuple_of, "DictType": _Dicts(), "list": types.List, "set": types.Set, "dtype": _dtype,
                                "bool": types.boolean}, vars(types))


def parse(words):
    """The type of the compiler's words for it; one without a meaning where Numba
    has no such type."""
    try:
        if words.startswith(("[", "{")):
            return _parse_record(words)
        if words.endswith("[()]"):
            return types.Array(parse(words[:-4]), 0, "C")
        found = eval(re.sub(r" x (?=\d+\))", ", ", words), {}, _WORDS)  # noqa: S307
    except Exception:  # noqa: BLE001
        return types.Opaque(words)
    if isinstance(found, tuple) and all(isinstance(t, types.Type) for t in found):
        return types.Tuple(found)
    return found if isinstance(found, types.Type) else types.Opaque(words)


def dummy(kind):
    """A value of the type, to compile for: arrays have one element."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Record):
        return np.zeros((), kind.dtype)[()]
    if isinstance(kind, types.CPointer):
        return np.zeros(1, numpy_support.as_dtype(kind.dtype))
    if kind == types.voidptr:
        return np.zeros(1, np.uint8)
    if isinstance(kind, types.Array):
        made = np.zeros((2,) * kind.ndim, numpy_support.as_dtype(kind.dtype), "F" if kind.layout == "F" else "C")
        if kind.layout == "A" and kind.ndim:
            made = np.zeros((4,) * kind.ndim, made.dtype)[(slice(None, None, 2),) * kind.ndim]
        made.flags.writeable = kind.mutable
        return made
    if isinstance(kind, types.Optional):
        return dummy(kind.type)
    if isinstance(kind, types.BaseTuple):
        items = tuple(map(dummy, kind))
        return kind.instance_class(*items) if isinstance(kind, types.BaseNamedTuple) else items
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.UnicodeType):
        return "a"
    if isinstance(kind, (types.List, types.ListType)):
        return [dummy(kind.dtype)]
    if isinstance(kind, types.Set):
        return {dummy(kind.dtype)}
    if isinstance(kind, types.DictType):
        return {dummy(kind.key_type): dummy(kind.value_type)}
    if isinstance(kind, (types.DType, types.NumberClass)):
        return numpy_support.as_dtype(kind.dtype)
    if isinstance(kind, (types.Number, types.Boolean)):
        return numpy_support.as_dtype(kind).type(1)
    return _refuse(kind)
