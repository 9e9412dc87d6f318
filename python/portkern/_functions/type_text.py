# SPDX-License-Identifier: Apache-2.0
"""Types as the compiler reads and writes them: in decorators, in signatures of what
is compiled, and in what it says of kernels."""
import ast
import re

import numpy as np

from .. import _convert, errors
from ..core import types
from ..np import numpy_support

ROOT = "__portkern__"  # numba, in the text of modules


def _refuse(kind):
    raise errors.UnsupportedError(f"kernels take no {kind}: pass numbers, tuples and arrays")


def _scalar(kind):
    return "boolean" if kind == types.boolean else str(kind)


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
    if isinstance(kind, types.Optional):
        return f"{ROOT}.types.Optional({inner(kind.type)})"
    return _refuse(kind)


def _name_of_record(dtype, records):
    for name, known in records.items():
        if known == dtype:
            return name
    name = f"__portkern_record_{len(records)}__"
    records[name] = dtype
    return name


def signature_in_decorator(signature, records):
    args = ", ".join(in_decorator(kind, records) for kind in signature.args)
    if signature.return_type is None:
        return f"({args},)" if args else "()"
    return f"{in_decorator(signature.return_type, records)}({args})"


def option_in_decorator(name, value):
    """An option above a function."""
    if name != "locals":
        return f"{name}={value!r}"
    kinds = (f"{variable!r}: {in_decorator(kind, {})}" for variable, kind in value.items())
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
    if isinstance(kind, types.Optional):
        return in_words(kind.type)
    return _scalar(kind) if isinstance(kind, (types.Number, types.Boolean, types.NoneType)) else _refuse(kind)


def _parse_record(words):
    """[('x', '<f4')][::1]: records, and arrays of them."""
    axes = re.search(r"\[[:1, ()]*\]$", words)
    dtype = ast.literal_eval(words[:axes.start()] if axes else words)
    kind = numpy_support.from_dtype(np.dtype(dtype))
    if not axes:
        return kind
    return types.Array(kind, 0, "C") if axes[0] == "[()]" else eval(f"kind{axes[0]}", {"kind": kind})  # noqa: S307


def parse(words):
    """The type of the compiler's words for it; one without a meaning where Numba
    has no such type."""
    try:
        if words.startswith(("[", "{")):
            return _parse_record(words)
        if words.endswith("[()]"):
            return types.Array(parse(words[:-4]), 0, "C")
        found = eval(words, {}, vars(types))  # noqa: S307
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
    if isinstance(kind, (types.Number, types.Boolean)):
        return numpy_support.as_dtype(kind).type(1)
    return _refuse(kind)
