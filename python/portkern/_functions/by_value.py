# SPDX-License-Identifier: Apache-2.0
"""Values of names as pickles have them, for functions that go to another process by
value.

A kernel uses of a module, a class or an object some attributes only, so these are
pickled and nothing else of it (Namespace); what no kernel can use is replaced by the
words of its refusal (Unusable). Classes of tuples and enumerations that the other
process cannot import are made anew there."""
import collections
import enum
import importlib
import sys
import types as python_types

import numpy as np

from . import capture, classes

_MAIN = ("__main__", "__mp_main__")


def find(module, qualname):
    """What another process finds by importing a module; None where there is nothing. The
    main program is another one there, and cloudpickle.register_pickle_by_value(module) is
    the wish that nothing be imported."""
    found = sys.modules.get(module) if isinstance(module, str) and module not in _MAIN else None
    if not isinstance(qualname, str) or found is None or _is_by_value(module):
        return None
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def is_importable(value, module, qualname):
    """Whether another process finds the value by importing a module."""
    return value is not None and find(module, qualname) is value


def _is_by_value(module):
    cloudpickle = sys.modules.get("cloudpickle")
    names = cloudpickle.list_registry_pickle_by_value() if hasattr(cloudpickle, "list_registry_pickle_by_value") else ()
    return any(module == name or module.startswith(name + ".") for name in names)


def _find(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{error}: a function that was pickled uses this module") from error


class Module:
    """A module in a pickle: its name. What is unpickled is the module."""

    def __init__(self, name):
        self.name = name

    def __reduce__(self):
        return _find, (self.name,)


class Namespace:
    """What stands for a module, a class or an object in another process: the attributes
    that a kernel uses, with the values that they had. A module has its others, too."""

    def __init__(self, shown, refusal, module, values):
        self.__dict__.update(values, _shown=shown, _refusal=refusal, _module=module)

    def __getattr__(self, name):
        if not name.startswith("__") and self.__dict__.get("_module"):
            return getattr(_find(self._module), name)
        raise AttributeError(f"{self.__dict__.get('_shown')} has no attribute {name!r} here: it was pickled with those "
                             "that a kernel uses")

    def _portkern_binding(self):
        return None

    def _portkern_refusal(self):
        return ("refused", self._refusal)

    def __repr__(self):
        return f"<what kernels use of {self._shown}>"


class Unusable:
    """What no kernel can use, so that it was not pickled: why."""

    def __init__(self, why):
        self._why = why

    def _portkern_binding(self):
        return ("refused", self._why)

    def __call__(self, *args, **kwargs):
        raise TypeError(f"this was not pickled with the kernel that names it: it {self._why.splitlines()[0]}")

    def __repr__(self):
        return f"<not pickled: {self._why.splitlines()[0]}>"


# ---- classes ----


class Class:
    """A class of tuples or an enumeration, by value. What is unpickled is a class."""

    def __init__(self, kind):
        self.kind = kind

    def __reduce__(self):
        kind = self.kind
        if classes.is_enum(kind):
            values = tuple((name, member.value) for name, member in kind.__members__.items())
            return _class, (kind.__module__, kind.__qualname__, issubclass(kind, enum.IntEnum), None, values)
        defaults = getattr(kind, "_field_defaults", {})
        values = tuple((name, defaults[name]) for name in kind._fields if name in defaults)
        return _class, (kind.__module__, kind.__qualname__, False, kind._fields, values)


class Instance:
    """A tuple or a member of such a class. What is unpickled is the tuple or the member."""

    def __init__(self, value, items):
        self.value, self.items = value, items

    def __reduce__(self):
        return _instance, (Class(type(self.value)), self.items)


def _instance(kind, items):
    return kind[items] if isinstance(items, str) else kind(*items)


_made = {}  # (module, name) -> classes that were made, each of other fields or values


def _class(module, qualname, is_int, fields, values):
    """The class of that name and description: of a module that is loaded, or made."""
    for known in (_loaded(module, qualname), *_made.get((module, qualname), ())):
        if known is not None and _is_described(known, is_int, fields, values):
            return known
    name = qualname.rpartition(".")[2]
    if fields is None:
        made = (enum.IntEnum if is_int else enum.Enum)(name, list(values), module=module, qualname=qualname)
    else:
        made = collections.namedtuple(name, fields, defaults=[value for _, value in values], module=module)
        made.__qualname__ = qualname
    _made.setdefault((module, qualname), []).append(made)
    return made


def _loaded(module, qualname):
    found = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found if isinstance(found, type) else None


def _is_described(kind, is_int, fields, values):
    if fields is None:
        return (classes.is_enum(kind) and issubclass(kind, enum.IntEnum) == is_int
                and tuple((name, member.value) for name, member in kind.__members__.items()) == values)
    return (classes.is_named_tuple(kind) and kind._fields == fields
            and tuple(getattr(kind, "_field_defaults", {}).items()) == values)


# ---- values ----


def _is_class(kind):
    return classes.is_enum(kind) or classes.is_named_tuple(kind)


def _class_is_importable(kind):
    return is_importable(kind, kind.__module__, kind.__qualname__)


def _tuple(value, depth):
    items = tuple(of_kernel(item, (), depth + 1) for item in value)
    if not classes.is_named_tuple(type(value)):
        return items
    return type(value)._make(items) if _class_is_importable(type(value)) else Instance(value, items)


def _module(value, paths):
    """A module that the language does not know may have attributes that a program has
    set since it was imported."""
    name = value.__name__
    is_found = sys.modules.get(name) is value and name not in _MAIN and not _is_by_value(name)
    if is_found and (capture._module_path(value) or not paths):
        return Module(name)
    return _namespace(value, paths, name if is_found else None)


def _namespace(value, paths, module=None):
    values = {}
    for first in sorted({path[0] for path in paths}):
        try:
            inner = getattr(value, first)
        except AttributeError:
            continue
        values[first] = of_kernel(inner, [path[1:] for path in paths if path[0] == first and len(path) > 1])
    return Namespace(capture._named(value), capture._refuse(value)[1], module, values)


def _array(value):
    refused = capture.refusal_of_array(value)
    if refused:
        return Unusable(refused[1])
    if type(value) is np.ndarray and value.nbytes <= capture._CONSTANT_BYTES and value.flags.writeable:
        return value.copy()  # which the program may change
    return value


def of_kernel(value, paths=(), depth=0):
    """What pickles have of a value that a kernel or a function for kernels names, and of
    whose attributes it uses `paths`. As capture.binding, and by the same rules."""
    function = capture.compiled(value)
    if function:
        return function
    if isinstance(value, python_types.ModuleType):
        return _module(value, paths)
    if isinstance(value, (Namespace, Unusable)) or hasattr(type(value), "_portkern_binding"):
        return value
    if isinstance(value, type):
        if _is_class(value):
            return value if _class_is_importable(value) else Class(value)
        return value if capture._type(value) else _namespace(value, paths)
    if classes.is_enum(type(value)):
        return value if _class_is_importable(type(value)) else Instance(value, value.name)
    if isinstance(value, tuple) and depth <= capture._DEEPEST:
        return _tuple(value, depth)
    if isinstance(value, np.ndarray):
        return _array(value)
    bound = capture.constant(value) or capture.known_object(value)
    if bound is None and callable(value):
        bound = capture._callable(value)
    if bound is None:
        return _namespace(value, paths) if paths else Unusable(capture._refuse(value)[1])
    return Unusable(bound[1]) if bound[0] == "refused" else value


def of_host(value, paths=(), depth=0):
    """The same of a function for the host, which may use all of a value: how it is pickled
    is its own affair. Modules have no way of their own."""
    function = capture.compiled(value)
    if function:
        return function
    if isinstance(value, python_types.ModuleType) and sys.modules.get(value.__name__) is value:
        return Module(value.__name__)
    return value
