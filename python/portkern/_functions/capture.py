# SPDX-License-Identifier: Apache-2.0
"""What the names of a function stand for when it is compiled: globals and variables
of enclosing functions, by value.

A binding is a tuple that the C extension reads (core.h): ("value", 3),
("import", "math.sqrt"), ("function", Module, name), ("refused", why), and so on."""
import ast
import sys
import types as python_types

import numpy as np

from .. import _core
from . import classes

_MODULES = {"numpy", "math", "cmath", "operator", "random", "functools", "heapq"}
# Looked for where the program has imported them: numpy.random takes as long as all of portkern.
_HOMES = ("math", "numpy", "cmath", "operator", "builtins", "numpy.random", "random", "functools", "heapq")
_CONSTANT_BYTES = 1 << 20  # the most that a constant array may have
_DEEPEST = 7  # tuples within tuples
members = {}  # ("method" or "attribute", name) -> the Overloaded (extension.py) of overload_method and overload_attribute
overloaded = {}  # id -> the Overloaded (extension.py) of a function with numba.extending.overload


def value_of(function, name):
    """(found, value) of a name as the function sees it."""
    code = function.__code__
    if name in code.co_freevars:
        try:
            return True, function.__closure__[code.co_freevars.index(name)].cell_contents
        except ValueError:  # not assigned yet
            return False, None
    if name in function.__globals__:
        return True, function.__globals__[name]
    return False, None


# ---- single values ----

def _article(value):
    kind = type(value)
    name = kind.__qualname__
    if kind.__module__ not in ("builtins", "__main__"):
        name = f"{kind.__module__}.{name}"
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def refused(value, why, hint):
    """The binding of a value that kernels cannot use."""
    return ("refused", f"is {_article(value)}{why}\n{hint}")


def constant(value, depth=0):
    """The binding of a constant; None for what is none."""
    if value is None or isinstance(value, (bool, float, complex)) and not isinstance(value, np.generic):
        return ("value", value)
    if classes.is_enum(type(value)):
        return _of_class(value, ("value", value))
    if isinstance(value, int):
        if -1 << 63 <= value < 1 << 64:
            return ("value", int(value))
        return ("refused", f"is an int of {value.bit_length()} bits, and kernels have 64\nmake it a float, or split it")
    if isinstance(value, str):
        return ("text", str(value))
    if isinstance(value, np.generic):
        return _scalar(value)
    if isinstance(value, slice):
        return _slice(value, depth)
    if isinstance(value, tuple):
        return _tuple(value, depth, lambda v: constant(v, depth + 1))
    return None


def _scalar(value):
    if value.dtype.kind in "biufc" and value.dtype.itemsize <= (16 if value.dtype.kind == "c" else 8):
        return ("value", value)
    if value.dtype.names:
        return ("value", value)
    return refused(value, "", "make it a number, or pass bytes as an array of np.uint8")


def _tuple(value, depth, bind):
    if depth > _DEEPEST:
        return ("refused", "is a tuple that is nested more than 8 deep\npass its items as arguments")
    items = tuple(bind(v) or refused(v, "", "kernels cannot use it") for v in value)
    if classes.is_named_tuple(type(value)):
        wrong = next((i for i in items if i[0] == "refused"), None)
        return wrong or _of_class(value, ("class", type(value), items))
    return ("tuple", items)


def _slice(value, depth):
    try:
        return _tuple(classes.of_slice(value), depth, constant)
    except TypeError:
        return refused(value, " whose parts are no integers", "kernels cannot use it")


def _dataclasses():
    from . import dataclass

    return dataclass


def _of_class(value, bound):
    """The binding, unless the class has values that kernels cannot use."""
    kind = value if isinstance(value, type) else type(value)
    try:
        classes.describe(kind)
    except TypeError as error:
        return ("refused", f"is of a class that kernels cannot use: {error}\nuse the member's value")
    return bound


def refusal_of_array(value):
    """Why kernels cannot use an array; None: they can."""
    if value.dtype.hasobject or value.dtype.kind not in "biufcV" or value.dtype.kind == "V" and not value.dtype.names:
        return ("refused", f"is an array of {value.dtype}\nkernels take arrays of numbers and of records of these")
    return None


def _array(value, context, depth):
    """As it is now: a kernel that is compiled keeps the values."""
    wrong = refusal_of_array(value)
    if wrong:
        return wrong
    if not value.dtype.isnative:
        value = value.astype(value.dtype.newbyteorder("="))
    if value.nbytes <= _CONSTANT_BYTES:
        return ("constant", value)
    if depth or value.dtype.names:
        return ("refused", f"is an array of {value.nbytes} bytes, and constants have 1 MiB at most\n"
                           "pass it as an argument")
    copy = _core.Array(context, value.shape, value.dtype)
    _core.Array._copy(copy, np.ascontiguousarray(value))
    return ("constant", copy)


# ---- functions, modules, types ----

def _module_path(value):
    """The name under which the language knows a module, or None."""
    name = value.__name__
    if name in _MODULES:
        return name
    for prefix in ("portkern", "numba"):
        if name == prefix or name.startswith(prefix + "."):
            return "numba" + name[len(prefix):]
    return None


def _path(value):
    """The dotted name by which the language may know a function or a type."""
    path = getattr(value, "_portkern_path", None)
    if isinstance(path, str):
        return path
    name = getattr(value, "__name__", None)
    if not isinstance(name, str):
        return None
    for home in _HOMES:
        if home in sys.modules and vars(sys.modules[home]).get(name) is value:
            return f"{home}.{name}"
    module = getattr(value, "__module__", None)
    if isinstance(module, str) and module.partition(".")[0] in _MODULES:
        return f"{module}.{name}"
    return None


def _type(value):
    if classes.is_dataclass(value):
        return _dataclasses().refusal(value)
    if classes.is_enum(value) or classes.is_named_tuple(value):
        return _of_class(value, ("class", value))
    if issubclass(value, np.generic) and value is not np.generic and np.dtype(value).kind in "biufc":
        return ("dtype", np.dtype(value))
    path = _path(value)
    if not path and issubclass(value, BaseException):
        path = f"{value.__module__}.{value.__qualname__}"
    return ("import", path) if path else None


def _callable(value):
    path = _path(value)
    if path:
        return ("import", path)
    if isinstance(value, python_types.FunctionType):
        return ("refused", f"is the Python function {value.__module__}.{value.__qualname__}, which is not compiled\n"
                           "write @cuda.jit(device=True) above its def")
    if isinstance(value, python_types.MethodType):
        return ("refused", f"is the method {value.__qualname__} of an object\nmake it a function with "
                           "@cuda.jit(device=True), which gets what it needs as parameters")
    return None


_ADVICE = [
    (list, "lists may change: make it a tuple, or an np.array"),
    (dict, "make it a named tuple, an enum.Enum or separate names"),
    ((set, frozenset), "make it a tuple"),
    ((bytes, bytearray, memoryview), "make it an array: np.frombuffer(value, np.uint8)"),
]


def compiled(value):
    """The function that kernels call for a value; None for what is none."""
    from .dispatch import Compiled

    if isinstance(value, Compiled):
        return value._in_functions()
    if hasattr(type(value), "_portkern_function"):
        return value._portkern_function()
    if id(value) in overloaded:
        return overloaded[id(value)]
    if isinstance(value, type) and "_portkern_class" in value.__dict__:
        return value._portkern_class
    if classes.is_dataclass(value):
        return _dataclasses().of(value)
    if isinstance(value, python_types.FunctionType) and "_portkern_jitable" in value.__dict__:
        if value._portkern_jitable is True:
            from .host import CPUDispatcher

            value._portkern_jitable = CPUDispatcher(value)
        return value._portkern_jitable
    return None


def binding(value, context, depth=0):
    """The binding of a value. None: it is nothing itself, but its attributes may be."""
    function = compiled(value)
    if function:
        return ("function", function._module(context), function._name)
    if isinstance(value, python_types.ModuleType):
        path = _module_path(value)
        return ("import", path) if path else None
    if hasattr(type(value), "_portkern_binding"):
        return value._portkern_binding()
    if isinstance(value, type):
        return _type(value)
    if isinstance(value, tuple):
        return _tuple(value, depth, lambda v: binding(v, context, depth + 1))
    if classes.is_dataclass(type(value)):
        return _dataclasses().binding(value, context, lambda v: binding(v, context, depth + 1))
    bound = constant(value)
    if bound:
        return bound
    if isinstance(value, np.ndarray):
        return _array(value, context, depth)
    if isinstance(value, _core.Array) and depth:
        return ("refused", "is an array of a device in a tuple\n"
                           "make it a global of its own, or pass it as an argument")
    return known_object(value) or (_callable(value) if callable(value) else None)


def known_object(value):
    """The binding of an array on a device, a dtype or a name of the language; None of what
    is none of these."""
    if isinstance(value, _core.Array):
        return ("value", value)
    if isinstance(value, np.dtype):
        is_known = value.names or value.kind in "biufc"
        return ("dtype", value) if is_known else refused(value, "", "kernels have no such type")
    if isinstance(getattr(value, "_portkern_path", None), str):
        return ("import", value._portkern_path)
    return None


def _refuse(value):
    """Why kernels cannot use a value of which they may use attributes."""
    if hasattr(type(value), "_portkern_refusal"):
        return value._portkern_refusal()
    if isinstance(value, python_types.ModuleType):
        return ("refused", f"is the module {value.__name__}, which kernels do not know\nuse its constants and jitted "
                           "functions by their names, module.name")
    if isinstance(value, type):
        return ("refused", f"is the class {value.__qualname__}, and kernels make no objects\nuse a NamedTuple or an "
                           "enum.Enum, or its attributes that are constants")
    hint = next((words for kind, words in _ADVICE if isinstance(value, kind)), None)
    return refused(value, ", which kernels cannot use", hint or "use its attributes that are constants, or pass what "
                                                                 "the kernel needs as arguments")


# ---- all names of a function ----

def bindings(function, source, own, context):
    """Bindings for the names that a function uses, and the names that stand for the
    dispatchers in `own`: {name: dispatcher}."""
    out, aliases = {}, {}
    for name in sorted(source.names):
        found, value = value_of(function, name)
        if not found:
            continue
        if any(compiled(value) is o for o in own):
            aliases[name] = compiled(value)
        elif classes.is_dataclass(type(value)) and any(compiled(type(value)) is o for o in own):
            out[name] = refused(value, ", whose functions use it", "make the object in the function")
        else:
            _bind(out, value, name, [d.split(".")[1:] for d in sorted(source.dotted) if d.startswith(name + ".")],
                  own, aliases, context)
    for name, member in members_of(source):
        if member in own:
            aliases[name] = member
        else:
            out[name] = binding(member, context)
    for name, value in source.defaults.items():
        _bind(out, value, name, [], (), {}, context)
    return out, aliases


def members_of(source):
    """(name, Overloaded) of the methods and attributes of extensions that a function may use."""
    if not members:
        return []
    names = {node.attr for node in ast.walk(source.tree) if isinstance(node, ast.Attribute)}
    return [(f"__{kind}_{name}__", found) for (kind, name), found in sorted(members.items()) if name in names]


def _bind(out, value, name, paths, own, aliases, context):
    """Binds a name, and where it stands for a namespace the attributes of it that the
    function uses."""
    bound = binding(value, context)
    out[name] = bound or _refuse(value)
    if bound:
        out.update({f"{name}.{'.'.join(path)}": binding(each, context) for path, each in _overloaded_below(value, paths)})
        if classes.is_dataclass(value):
            objects = {first: binding(getattr(value, first), context) for first in {p[0] for p in paths}
                       if classes.holds_object(getattr(value, first, None))}
            out.update({f"{name}.{first}": each for first, each in objects.items() if each and each[0] != "refused"})
        return
    for first in sorted({p[0] for p in paths}):
        below = [p[1:] for p in paths if p[0] == first and len(p) > 1]
        try:
            inner = getattr(value, first)
        except AttributeError:
            out[f"{name}.{first}"] = ("refused", f"is not there: {_named(value)} has no attribute '{first}'\n"
                                                 "give it one before the kernel is first launched")
            continue
        if any(compiled(inner) is o for o in own):
            aliases[f"{name}.{first}"] = compiled(inner)
        else:
            _bind(out, inner, f"{name}.{first}", below, own, aliases, context)


def _overloaded_below(value, paths):
    """(path, function) of the functions with overload that are in modules of libraries."""
    for path in paths if overloaded else ():
        found = value
        for part in path:
            found = getattr(found, part, None)
        if id(found) in overloaded:
            yield path, found


def plain_name(value):
    """A name for a function of any kind, which is an identifier."""
    name = getattr(value, "__name__", "")
    return name if name.isidentifier() else "function"


def _named(value):
    return getattr(value, "__name__", None) or _article(value)


def dispatchers(function, source):
    """The functions that are compiled which a function names, in tuples, too."""
    found = []

    def look(value, paths, depth=0):
        function = compiled(value)
        if function:
            found.append(function)
        elif classes.is_dataclass(type(value)):
            look(type(value), [])
        elif isinstance(value, tuple) and depth <= _DEEPEST:
            for item in value:
                look(item, [], depth + 1)
        elif paths and not isinstance(value, np.ndarray):
            for first in sorted({p[0] for p in paths}):
                if hasattr(value, first):
                    look(getattr(value, first), [p[1:] for p in paths if p[0] == first and len(p) > 1])

    for name in sorted(source.names):
        known, value = value_of(function, name)
        paths = [d.split(".")[1:] for d in source.dotted if d.startswith(name + ".")]
        if known and not (isinstance(value, python_types.ModuleType) and _module_path(value)):
            look(value, paths)
        elif known:
            found += [compiled(each) for _, each in _overloaded_below(value, paths)]
    return list(dict.fromkeys([*found, *(member for _, member in members_of(source))]))
