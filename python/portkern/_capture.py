# SPDX-License-Identifier: Apache-2.0
"""What the names of a function stand for when it is compiled: globals and variables
of enclosing functions, by value, as the C API takes them.

A binding is a tuple that _core.Module reads: ("import", path) for what the language
knows by a name, ("function", Module, name) for another function that is compiled,
("dtype", name), ("record", dtype), ("text", string), ("constant", array), ("value", object) for
numbers, tuples and arrays of the device."""
import ast
import builtins
import cmath
import math
import operator
import types as python_types

import numpy as np

from . import _core

_MODULES = {"numpy": "numpy", "math": "math", "cmath": "cmath", "operator": "operator"}
_CONSTANT_BYTES = 1 << 20  # the most that a constant array may have


def free_names(tree):
    """The names that a function uses and does not define, and the dotted names that
    begin with them ("config.N"). Some may be variables of functions within."""
    local = {a.arg for a in ast.walk(tree.args) if isinstance(a, ast.arg)}
    names, dotted = set(), set()
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                (names if isinstance(node.ctx, ast.Load) else local).add(node.id)
            elif isinstance(node, ast.Attribute):
                path = _path(node)
                if path:
                    dotted.add(path)
    for default in (*tree.args.defaults, *tree.args.kw_defaults):
        if default is not None:
            names |= {n.id for n in ast.walk(default) if isinstance(n, ast.Name)}
            dotted |= {_path(n) for n in ast.walk(default) if isinstance(n, ast.Attribute)} - {None}
    names -= local
    return names, {d for d in dotted if d.split(".")[0] in names}


def _path(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


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


def _module_path(value):
    """The name under which the language knows a module, or None."""
    name = value.__name__
    if name in _MODULES:
        return name
    for prefix in ("portkern", "numba"):
        if name == prefix or name.startswith(prefix + "."):
            return "numba" + name[len(prefix):]
    return None


def _function_path(value):
    """The dotted name of a function or a type that the language may know."""
    path = getattr(value, "_portkern_path", None)
    if path:
        return path
    name = getattr(value, "__name__", None)
    if not isinstance(name, str):
        return None
    for home in (math, np, cmath, operator, builtins):
        if getattr(home, name, None) is value:
            return f"builtins.{name}" if home is builtins else f"{home.__name__}.{name}"
    return f"{getattr(value, '__module__', None) or type(value).__module__}.{name}"


def binding(value, name, context):
    """The binding of a value; None where the name is to stay unknown."""
    from ._dispatch import Compiled

    if isinstance(value, Compiled):
        return ("function", value._module(context), value._name)
    if isinstance(value, python_types.ModuleType):
        path = _module_path(value)
        return ("import", path) if path else None
    if hasattr(type(value), "_portkern_binding"):
        return value._portkern_binding()
    if isinstance(value, type) and issubclass(value, np.generic):
        return ("dtype", np.dtype(value).name) if np.dtype(value).kind in "biufc" else ("import", _function_path(value))
    if isinstance(value, np.dtype) and value.kind in "biufc":
        return ("dtype", value.name)
    if isinstance(value, str):
        return ("text", str(value))
    if isinstance(value, (bool, int, float, complex, np.generic, _core.Array)) or value is None:
        return ("value", value)
    if isinstance(value, tuple) and _is_constant(value):
        return ("value", value)
    if isinstance(value, np.ndarray):
        return ("constant", _constant_array(value, context))
    path = _function_path(value)
    return ("import", path or type(value).__module__ + "." + type(value).__qualname__)


def _is_constant(value):
    return all(_is_constant(v) if isinstance(v, tuple)
               else isinstance(v, (bool, int, float, complex, np.generic)) or v is None for v in value)


def _constant_array(value, context):
    """As it is now: a kernel that is compiled keeps the values."""
    if value.nbytes <= _CONSTANT_BYTES:
        return value
    copy = _core.Array(context, value.shape, value.dtype)
    _core.Array._copy(copy, np.ascontiguousarray(value))
    return copy


def bindings(function, tree, own, context):
    """Values for the names that a function uses. `own`: the dispatcher that is being
    compiled, known by the function's name."""
    names, dotted = free_names(tree)
    out, aliases = {}, []
    for name in sorted(names):
        found, value = value_of(function, name)
        if not found:
            continue
        if value is own:
            if name != own._name:
                aliases.append(name)
            continue
        bound = binding(value, name, context)
        if bound:
            out[name] = bound
        elif isinstance(value, python_types.ModuleType):
            for path in sorted(dotted):
                if path.startswith(name + "."):
                    _bind_dotted(out, value, path, context)
    return out, aliases


def _bind_dotted(out, value, path, context):
    for part in path.split(".")[1:]:
        try:
            value = getattr(value, part)
        except AttributeError:
            return
    bound = binding(value, path, context)
    if bound:
        out[path] = bound
