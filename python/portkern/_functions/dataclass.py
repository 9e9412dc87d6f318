# SPDX-License-Identifier: Apache-2.0
"""Dataclasses: their text for the compiler. A class is one module of the C library:

    @__dataclass__('shapes.Point', eq=True, order=False, frozen=True)
    class Point:
        def norm(self): ...
        x: 0
        y: 0 = __default_Point_y__

Its objects are passed by value: the values of its fields and, behind them, the class
(src/dataclass.c)."""
import dataclasses
import enum
import functools
import itertools
import threading
import weakref

import numpy

from .. import errors
from . import capture, classes, jitclass

_known = weakref.WeakKeyDictionary()  # class -> its DataClass, or None
_keys = weakref.WeakValueDictionary()  # what the compiler calls them -> class
_lock = threading.Lock()


def why_refused(kind):
    """Why compiled functions cannot use a dataclass, and what to do; None: they can."""
    fields = dataclasses.fields(kind)
    own = next((name for name in ("__init__", "__new__") if _is_written(getattr(kind, name, None))), None)
    if own or not all(f.init for f in fields):
        return (f"{classes.name_of(kind)} is a dataclass with {f'a {own} of its own' if own else 'a field with init=False'}, "
                "which compiled functions do not run: use jitclass, or pass its fields")
    if any(f._field_type is dataclasses._FIELD_INITVAR for f in kind.__dataclass_fields__.values()):
        return f"{classes.name_of(kind)} is a dataclass with an InitVar: use jitclass, or pass its fields"
    given = [f.default is not dataclasses.MISSING for f in fields]
    if any(a and not b for a, b in itertools.pairwise(given)):
        return (f"{classes.name_of(kind)} is a dataclass that has a field without a default behind one with a default: "
                "put those with defaults at the end")
    return None


def _is_written(function):
    """Whether the program has a function: those of the decorator are in no file."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename != "<string>"


def of(kind):
    """The DataClass of a dataclass; None where compiled functions cannot use it."""
    with _lock:
        if kind not in _known:
            _known[kind] = None if why_refused(kind) else DataClass(kind)
        return _known[kind]


def known(context, kind):
    """Has a context know a dataclass."""
    found = of(kind)
    if not found:
        raise TypeError(why_refused(kind))
    found._module(context)


def binding(value, context, bind):
    """What compiled functions have for an object: a frozen one, since fields of others may
    change."""
    kind = type(value)
    if not kind.__dataclass_params__.frozen:
        return capture.refused(value, ", whose fields may change", "write @dataclass(frozen=True), or pass it as an argument")
    made = of(kind)
    if not made:
        return refusal(kind)
    items = tuple(bind(v) or capture.refused(v, "", "kernels cannot use it") for v in classes.fields(value))
    wrong = next((i for i in items if i[0] == "refused"), None)
    return wrong or ("tuple", (*items, ("function", made._module(context), made.name)))


def refusal(kind):
    """The binding of a class that compiled functions cannot use."""
    why, _, hint = why_refused(kind).rpartition(": ")
    return ("refused", f"is of a class that kernels cannot use: {why}\n{hint}")


def _parts(kind):
    """The functions that compiled code may call: those whose text is to be had."""
    members = {}
    for base in reversed(kind.__mro__[:-1]):
        members.update(vars(base))
    for name, value in members.items():
        special = name.startswith("__") and name.endswith("__")
        if special and name != "__post_init__" and name not in jitclass.SPECIAL:
            continue
        if isinstance(value, property):
            found = [(value.fget, "property")] if value.fget else []
        elif isinstance(value, functools.cached_property):
            found = [(value.func, "property")]
        elif isinstance(value, (staticmethod, classmethod)):
            found = [(value.__func__, type(value).__name__)]
        else:
            found = [(value, None)]
        for function, decorator in found:
            if _is_written(function):
                part = jitclass.Part(name, decorator, function)
                try:
                    part.source
                except errors.SourceError:
                    continue
                yield part


def _constants(kind):
    """The class's attributes that are no fields and no functions, by name: those of ClassVar, too."""
    found = {}
    for base in reversed(kind.__mro__[:-1]):
        found.update(vars(base))
    fields = {f.name for f in dataclasses.fields(kind)}
    return {name: value for name, value in found.items()
            if not (name.startswith("__") or name in fields or hasattr(type(value), "__get__"))}


class DataClass(jitclass.ClassOfText):
    """A dataclass as something that is compiled."""

    def __init__(self, kind):
        super().__init__(kind, kind.__init__)
        self._kind = weakref.ref(kind)
        name = classes.name_of(kind)
        self.key = next(key for key in itertools.chain([name], map(f"{name}:{{}}".format, itertools.count(1)))
                        if _keys.get(key, kind) is kind)
        _keys[self.key] = kind
        self.parts = list(_parts(kind))
        params = kind.__dataclass_params__
        self.words = (f"__dataclass__({self.key!r}, eq={params.eq}, order={params.order}, frozen={params.frozen}, "
                      f"unsafe_hash={params.unsafe_hash})")
        self._defaults = {f"__default_{self.name}_{f.name}__": f.default for f in dataclasses.fields(kind)
                          if f.default is not dataclasses.MISSING}
        self._constants = _constants(kind)

    def field_lines(self, types):
        """The fields, with defaults, and the comparisons that they are left out of."""
        found = dataclasses.fields(self._kind())
        for f in found:
            name = f"__default_{self.name}_{f.name}__"
            words = [f"default={name}"] if name in self._defaults else []
            value = f" = __field__({', '.join([*words, 'compare=False'])})" if not f.compare else f" = {name}" if words else ""
            yield f"{f.name}: 0{value}"
        for name in self._constants:
            yield f"{name} = __constant_{self.name}_{name}__"
        if not found and not self.parts:
            yield "pass"

    def _decorated(self, values, context):
        values["__dataclass__"] = ("import", "dataclasses.dataclass")
        values["__field__"] = ("import", "dataclasses.field")
        for name, value in self._defaults.items():
            bound = capture.binding(value, context)
            values[name] = bound or capture.refused(value, "", "kernels cannot use it")
        for name, value in self._constants.items():
            bound = capture.constant(value)
            if not bound and isinstance(value, (numpy.ndarray, enum.EnumMeta)):
                bound = capture.binding(value, context)
            if classes.holds_object(value):
                # Functions outside of the class have it by its name, where its fields do not change (capture.py).
                bound = ("refused", f"is an object of a dataclass, {type(value).__name__}, and constants of classes are numbers, "
                                    f"strings, None, arrays, tuples and enumerations\nof a class with frozen=True {self.name}.{name} "
                                    "may be written in functions outside of the class")
            values[f"__constant_{self.name}_{name}__"] = bound or (
                "refused", f"is a {type(value).__name__}, and constants of classes are numbers, strings, None, arrays, tuples "
                           "and enumerations\nmake it a global of its own")
        return ""

    def _module_made(self, module):
        kind = self._kind()
        module._add_class(self.key, self.name, kind, tuple(f.name for f in dataclasses.fields(kind)))

    def __reduce__(self):
        return of, (self._kind(),)
