# SPDX-License-Identifier: Apache-2.0
"""Functions with signatures that have strings, lists, dicts, sets, functions or None or a value, which
the compiler's own signatures do not: they are called as functions with overload, by an implementation
for each set of types that picks a signature and converts numbers:

    def f(a, b):
        result = function(a, int64(b))
        return float64(result)"""
import functools
import inspect

import numpy as np

from .. import errors
from ..core import types
from ..np import numpy_support
from . import extension, type_text
from .host import CPUDispatcher
from .of_text import FunctionOfText, function_of_text

_NUMBERS = (types.Number, types.Boolean)


def is_needed(signatures):
    """Whether a signature has such types."""
    return any(map(_is_needed, (kind for signature in signatures for kind in (*signature.args, signature.return_type))))


def _is_needed(kind):
    return isinstance(kind, (types.Optional, types.FunctionType)) or type_text.is_container(kind)


def _distance(wanted, given):
    """0: the types are the same; more: numbers are converted; None: they do not fit."""
    wanted, given = types.unliteral(wanted), types.unliteral(given)
    if isinstance(wanted, types.Optional):
        given = given.type if isinstance(given, types.Optional) else given
        return 0 if isinstance(given, types.NoneType) else _distance(wanted.type, given)
    if isinstance(wanted, _NUMBERS) and isinstance(given, _NUMBERS):
        if isinstance(given, types.Complex) and not isinstance(wanted, types.Complex):
            return None
        cast = numpy_support.as_dtype(given), numpy_support.as_dtype(wanted)
        return int(wanted != given) + (not np.can_cast(*cast)) + (not np.can_cast(*cast, "same_kind"))
    if isinstance(wanted, types.FunctionType):
        return 0 if isinstance(given, types.Callable) else None
    if isinstance(wanted, types.BaseTuple) and isinstance(given, types.BaseTuple):
        items = list(map(_distance, wanted, given))
        return None if len(wanted) != len(given) or None in items else sum(items)
    return 0 if type_text.is_alike(wanted, given) else None


def _converted(text, kind, names, value=None):
    """The words that make what the words `text` are a value of the type; `names` gets the types in
    them. `value` is its type where that is known."""
    if isinstance(kind, types.Optional) and value is not None and not isinstance(value, types.NoneType):
        return _converted(text, kind.type, names, value)
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return f"({''.join(_converted(f'{text}[{i}]', part, names) + ', ' for i, part in enumerate(kind))})"
    if not isinstance(kind, _NUMBERS):
        return text
    name = f"__{kind}__"
    names[name] = numpy_support.as_dtype(kind).type
    return f"{name}({text})"


class DeclaredFunction(CPUDispatcher):
    """A function with such signatures."""

    @functools.cached_property
    def _function(self):
        return CPUDispatcher(self.py_func, self.targetoptions)

    @functools.cached_property
    def _chosen(self):
        made = extension.Overloaded(self.py_func)

        def factory(*args, **named):
            bound = self._signature.bind(*args, **named)
            return self._implementation(bound.arguments)

        factory.__signature__ = self._signature
        made.add_factory(factory, {}, False)
        return made

    @functools.cached_property
    def _signature(self):
        return inspect.signature(self.py_func)

    def _pick(self, kinds):
        """The signature for such types."""
        def distances(signature):
            if len(signature.args) != len(kinds):
                return None
            found = [_distance(*pair) for pair in zip(signature.args, kinds, strict=True)]
            return None if None in found else sum(found)

        ranked = [(distance, i) for i, distance in enumerate(map(distances, self._declared)) if distance is not None]
        if not ranked:
            raise TypeError(f"No matching definition for argument type(s) {', '.join(map(str, kinds))}")
        return self._declared[min(ranked)[1]]

    def _implementation(self, given):
        signature = self._pick(tuple(map(types.unliteral, given.values())))
        names, args = {"__function__": self._function}, []

        for (name, value), kind in zip(given.items(), signature.args, strict=True):
            args.append(f"{name}={_converted(name, kind, names, value)}")
        text = (f"def call({', '.join(given)}):\n    result = __function__({', '.join(args)})\n"
                f"{self._result(signature, given.values(), names)}")
        return FunctionOfText(function_of_text(text, "call", names, self.py_func, f"<signatures of {self.__name__}>"), {})

    def _result(self, signature, given, names):
        """The lines that return `result` as the signature has it. TypingError where it cannot become that."""
        wanted = signature.return_type
        if isinstance(wanted, types.Optional):
            return f"    if result is None:\n        return None\n    return {_converted('result', wanted.type, names)}\n"
        known = not any(isinstance(kind, types.Callable) for kind in given)
        if wanted is not None and known and not isinstance(wanted, _NUMBERS):
            kinds = tuple(value if isinstance(kind, types.Optional) else kind
                          for kind, value in zip(signature.args, given, strict=True))
            found = self._function._inferred(kinds)._return_type
            if _distance(wanted, found) is None:
                raise errors.TypingError(f"{self.__name__} returns {found}, which cannot become the {wanted} of its "
                                         f"signature {signature}")
        return f"    return {'result' if wanted is None else _converted('result', wanted, names)}\n"

    def _in_functions(self):
        return self._chosen

    def _module(self, context):
        return self._chosen._module(context)

    @property
    def _name(self):
        return self._chosen._name

    def __call__(self, *args, **named):
        """What the function gives for the signature that fits."""
        return self._chosen(*args, **named)
