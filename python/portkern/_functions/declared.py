# SPDX-License-Identifier: Apache-2.0
"""Functions with signatures that have strings, lists, dicts or sets, which the compiler's own
signatures do not: they are called as functions with overload, by an implementation for each set
of types that picks a signature and converts numbers:

    def f(a, b):
        return result(function(a, int64(b)))"""
import functools
import inspect

import numpy as np

from ..core import types
from ..np import numpy_support
from . import extension
from .host import CPUDispatcher
from .of_text import FunctionOfText, function_of_text

_NUMBERS = (types.Number, types.Boolean)


def is_needed(signatures):
    """Whether a signature has such types."""
    return any(map(_is_container, (kind for signature in signatures for kind in (*signature.args, signature.return_type))))


def _is_container(kind):
    if isinstance(kind, types.BaseTuple):
        return any(map(_is_container, kind))
    return isinstance(kind, (types.UnicodeType, types.List, types.ListType, types.DictType, types.Set))


def _distance(wanted, given):
    """0: the types are the same; more: numbers are converted; None: they do not fit."""
    wanted, given = types.unliteral(wanted), types.unliteral(given)
    if isinstance(wanted, types.Optional):
        return 0 if isinstance(given, types.NoneType) else _distance(wanted.type, given)
    if isinstance(wanted, _NUMBERS) and isinstance(given, _NUMBERS):
        if isinstance(given, types.Complex) and not isinstance(wanted, types.Complex):
            return None
        cast = numpy_support.as_dtype(given), numpy_support.as_dtype(wanted)
        return int(wanted != given) + (not np.can_cast(*cast)) + (not np.can_cast(*cast, "same_kind"))
    if isinstance(wanted, types.Array) and isinstance(given, types.Array):
        fits = wanted.dtype == given.dtype and wanted.ndim == given.ndim and wanted.layout in ("A", given.layout)
        return 0 if fits else None
    parts = [_parts(kind) for kind in (wanted, given)]
    if parts[0] is None or parts[1] is None:
        return 0 if wanted == given else None
    fits = parts[0][0] == parts[1][0] and len(parts[0]) == len(parts[1]) and all(
        _distance(a, b) == 0 for a, b in zip(parts[0][1:], parts[1][1:], strict=True))
    return 0 if fits else None


def _parts(kind):
    """What a container is, and the types in it; None: it is none."""
    if isinstance(kind, types.BaseTuple):
        return ("tuple", *kind)
    if isinstance(kind, (types.List, types.ListType)):
        return ("list", kind.dtype)
    if isinstance(kind, types.DictType):
        return ("dict", kind.key_type, kind.value_type)
    return ("set", kind.dtype) if isinstance(kind, types.Set) else None


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

        def converted(text, kind):
            if not isinstance(kind, _NUMBERS):
                return text
            name = f"__{kind}__"
            names[name] = numpy_support.as_dtype(kind).type
            return f"{name}({text})"

        for (name, _), kind in zip(given.items(), signature.args, strict=True):
            args.append(f"{name}={converted(name, kind)}")
        result = converted(f"__function__({', '.join(args)})", signature.return_type)
        text = f"def call({', '.join(given)}):\n    return {result}\n"
        return FunctionOfText(function_of_text(text, "call", names, self.py_func, f"<signatures of {self.__name__}>"), {})

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
