# SPDX-License-Identifier: Apache-2.0
"""Classes with jitclass: their text for the compiler, and the classes of Python that their
objects have. An object is a reference to the memory that compiled code uses
(src/host/object.c). A class is one module of the C library:

    @__portkern__.experimental.jitclass('Point')
    class Point:
        def __init__(self, x): ...
        x: __portkern__.float64
    def __get_x__(self): return self.x

The functions behind it read and write fields and properties for Python."""
import ast
import inspect
import itertools
import types as python_types
import typing

from .. import _core, errors
from ..core import types
from ..core.types.functions import ClassInstanceType, ClassType
from . import source as _source, type_text
from .dispatch import Compiled
from .host import CPUDispatcher

_INPLACE = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor")
SPECIAL = frozenset((
    "__init__", "__annotate_func__", *(f"__{name}__" for name in (
        "abs", "bool", "complex", "contains", "float", "getitem", "hash", "index", "invert", "int", "len", "setitem",
        "str", "eq", "ne", "ge", "gt", "le", "lt", "neg", "pos", *_INPLACE, *(f"i{name}" for name in _INPLACE),
        *(f"r{name}" for name in _INPLACE)))))


# ---- fields ----

_OF_PYTHON = {int: types.int64, float: types.float64, complex: types.complex128, bool: types.boolean,
              str: types.unicode_type}


def _of_hint(hint):
    """The type that an annotation is."""
    if isinstance(hint, types.Type):
        return hint
    if hint in _OF_PYTHON:
        return _OF_PYTHON[hint]
    if isinstance(hint, JitClassType):
        return hint.class_type.instance_type
    of, args = typing.get_origin(hint), typing.get_args(hint)
    if of is typing.Union and type(None) in args and len(args) == 2:
        return types.Optional(_of_hint(next(a for a in args if a is not type(None))))
    if of is list:
        return types.ListType(_of_hint(args[0]))
    if of is dict:
        return types.DictType(*map(_of_hint, args))
    if of is set:
        return types.Set(_of_hint(args[0]))
    if of is tuple:
        return types.Tuple(tuple(map(_of_hint, args)))
    raise errors.TypingError(f"Cannot infer Numba type of Python type {hint}")


def _fields(cls, spec):
    """{name: type}, of the spec and of annotations."""
    fields = dict(spec or {})
    for name, hint in typing.get_type_hints(cls).items():
        if name not in fields:
            fields[name] = _of_hint(hint)
    for name, kind in fields.items():
        if not isinstance(name, str):
            raise TypeError(f"spec keys should be strings, got {name!r}")
        if not isinstance(kind, types.Type):
            raise TypeError(f"spec values should be Numba type instances, got {kind!r}")
    return fields


def _in_class(kind, names):
    """A field's type as the text has it; `names` gets what its names stand for."""
    if isinstance(kind, ClassInstanceType):
        name = f"__class_{len(names)}__"
        names[name] = kind.class_type.compiled
        return name
    return type_text.in_variable(kind, names, _in_class)


# ---- functions ----

def _check_members(cls, fields):
    """(functions, properties, static methods) by name; what is none of these Numba refuses."""
    members = {}
    for base in reversed(inspect.getmro(cls)):
        members.update(vars(base))
    functions = {n: v for n, v in members.items() if isinstance(v, python_types.FunctionType)}
    properties = {n: v for n, v in members.items() if isinstance(v, property)}
    statics = {n: v.__func__ for n, v in members.items() if isinstance(v, staticmethod)}
    shadowed = [n for n in (*functions, *properties, *statics) if n in fields]
    if shadowed:
        raise NameError(f"name shadowing: {', '.join(shadowed)}")
    others = [n for n, v in members.items()
              if n not in functions and n not in properties and n not in statics and not _is_ignored(n, v)]
    if others:
        raise TypeError(f"class members are not yet supported: {', '.join(others)}")
    for name, value in properties.items():
        if value.fdel is not None:
            raise TypeError(f"deleter is not supported: {name}")
    for name in functions:
        if name.startswith("__") and name.endswith("__") and name not in SPECIAL:
            raise TypeError(f"Method '{name}' is not supported.")
    if "__init__" not in functions:
        raise KeyError("__init__")
    return functions, properties, statics


def _is_ignored(name, value):
    return (name in ("__module__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__annotate_func__",
                     "__annotations_cache__", "__firstlineno__", "__static_attributes__", "__slots__")
            or (name == "__hash__" and value is None)
            or isinstance(value, (python_types.BuiltinFunctionType, python_types.BuiltinMethodType))
            or getattr(value, "__objclass__", None) is object)


class Part:
    """A function of a class: its decorator there, its Source."""

    def __init__(self, name, decorator, function):
        self.name, self.decorator, self.function = name, decorator, function
        self._read = None

    @property
    def source(self):
        if self._read is None:
            self._read = _source.source_of(self.function)
        return self._read


class _ClassSource:
    """The text of a class, as program.make reads that of a function."""

    def __init__(self, compiled):
        parts = sorted(compiled.parts, key=lambda part: (part.source.file, part.source.line))
        self.file, self.name, self.line = f"<class {compiled.key}>", compiled.name, 1
        if parts:
            self.file = parts[0].source.file
            self.line = max(1, parts[0].source.line - 2 - bool(parts[0].decorator))
        self.types = {}
        lines = [f"@{compiled.words}", f"class {compiled.name}:"]
        for part in parts:
            ahead = part.source.line - self.line - len(lines) - bool(part.decorator)
            lines += [""] * (ahead if part.source.file == self.file else 0)
            lines += [f"    @{part.decorator}"] if part.decorator else []
            lines += [f"    {line}" for line in part.source.text.splitlines()]
        lines += [f"    {line}" for line in compiled.field_lines(self.types)]
        self.text = "\n".join(lines) + "\n"


_keys = {}  # (file, line, name) -> how many classes were made there


class ClassOfText(Compiled):
    """A class as something that is compiled: `key`, what the compiler calls it, `words`, its
    decorator, its `parts`, and field_lines(types), which gives the text of its fields."""

    def __init__(self, cls, function):
        super().__init__(function)
        self.name = cls.__name__
        self._text = None

    @property
    def _name(self):
        return self.name

    @property
    def _source(self):
        if self._text is None:
            self._text = _ClassSource(self)
        return self._text

    def _pieces(self):
        return [(part.function, part.source) for part in self.parts]

    def _keep_values(self):
        pass


class Class(ClassOfText):
    """A class with jitclass. Its name in the text is that of the function that makes an
    object."""

    def __init__(self, cls, fields, functions, properties, statics):
        init = functions["__init__"]
        super().__init__(cls, init)
        self.fields = fields
        place = (init.__code__.co_filename, init.__code__.co_firstlineno, cls.__qualname__)
        count = _keys[place] = _keys.get(place, -1) + 1
        self.key = ":".join(map(str, (*place, count) if count else place))
        self.parts = [Part(name, None, function) for name, function in functions.items()]
        self.parts += [Part(name, "staticmethod", function) for name, function in statics.items()]
        for name, value in properties.items():
            self.parts += [Part(name, "property", value.fget)] if value.fget else []
            self.parts += [Part(name, f"{name}.setter", value.fset)] if value.fset else []
        self.readable = [*fields, *(name for name, value in properties.items() if value.fget)]
        self.writable = [*fields, *(name for name, value in properties.items() if value.fset)]
        self.words = f"{type_text.ROOT}.experimental.jitclass({self.key!r})"
        self._object_type = None  # of Python's objects, by _python_class
        self.holder = None  # of objects that have a list of its objects, by list_of

    def field_lines(self, types):
        """The fields and their types; `types` gets what names in these stand for."""
        return [f"{name}: {_in_class(kind, types)}" for name, kind in self.fields.items()]

    def _uses(self):
        return [kind for kind in self._source.types.values() if isinstance(kind, Class)]

    def _decorated(self, values, context):
        """The functions for Python; `values` gets what names in the types stand for."""
        for name, kind in self._source.types.items():
            values[name] = ("function", kind._module(context), kind.name) if isinstance(kind, Class) else ("dtype", kind)
        lines = [f"def {self._accessor('get', name)}(self): return self.{name}\n" for name in self.readable]
        lines += [f"def {self._accessor('set', name)}(self, value): self.{name} = value\n" for name in self.writable]
        names = [self._accessor("get", n) for n in self.readable] + [self._accessor("set", n) for n in self.writable]
        return "".join([*lines, *(f"{name} = {type_text.ROOT}.njit({name})\n" for name in names)])

    def _accessor(self, verb, name):
        return f"__{verb}_{self.name}_{name}__"

    def _module_made(self, module):
        module._add_class(self.key, self.name, self._object_type)

    def __reduce__(self):
        raise TypeError(f"cannot pickle class {self.name}: Numba's have no pickles, either")


class _Member(CPUDispatcher):
    """A function of a class's module, for calls from Python."""

    def __init__(self, of, name, function):
        super().__init__(function)
        self._of, self._member = of, name
        self._keeps = of._object_type
        self._offloads = 1  # so that functions with parallel loops may have its objects

    @property
    def _name(self):
        return self._member

    def _module(self, context):
        return self._of._module(context)

    def __reduce__(self):
        raise TypeError(f"cannot pickle {self._member}: classes with jitclass have no pickles")


# ---- classes of Python ----


class JitClassType(type):
    """The type of classes with jitclass."""

    def __new__(cls, name, bases, members):
        if any(isinstance(base, JitClassType) for base in bases):
            raise TypeError("cannot subclass from a jitclass")
        return super().__new__(cls, name, bases, members)

    def __call__(cls, *args, **kwargs):
        return cls._make(*args, **kwargs)


def _python_class(cls, compiled, functions, properties, statics):
    """The class of Python's objects."""
    class_type = ClassType(compiled, cls)
    members = {"__slots__": (), "__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__,
               "class_type": class_type, "_numba_type_": class_type.instance_type, "_portkern_class": compiled}
    made = type.__new__(JitClassType, cls.__name__, (_core.Object,), members)
    compiled._object_type = made

    def member(name, function):
        return _Member(compiled, name, function)

    type.__setattr__(made, "_make", staticmethod(member(compiled.name, functions["__init__"])))
    for name in dict.fromkeys((*compiled.readable, *compiled.writable)):
        given = properties.get(name)
        getter = member(compiled._accessor("get", name), functions["__init__"]) if name in compiled.readable else None
        setter = member(compiled._accessor("set", name), functions["__init__"]) if name in compiled.writable else None
        type.__setattr__(made, name, property(getter, setter, doc=given.__doc__ if given else None))
    for name, function in functions.items():
        if name != "__init__":
            type.__setattr__(made, name, _core._method(member(f"{compiled.name}.{name}", function)))
    for name, function in statics.items():
        type.__setattr__(made, name, staticmethod(member(f"{compiled.name}.{name}", function)))
    return made


def jitclass(cls, spec):
    """The class of Python that a class becomes."""
    if not isinstance(cls, type):
        raise TypeError(f"{cls!r} is not a class")
    if any(isinstance(base, JitClassType) for base in cls.__mro__):
        raise TypeError("cannot subclass from a jitclass")
    fields = _fields(cls, spec)
    functions, properties, statics = _check_members(cls, fields)
    return _python_class(cls, Class(cls, fields, functions, properties, statics), functions, properties, statics)


# ---- lists of objects ----

def list_of(kind, objects):
    """An object with the list `items` of the objects of a class: as it lies in memory of compiled
    code, functions are given it at once."""
    compiled = kind._portkern_class
    if compiled.holder is None:
        class Objects:
            def __init__(self):
                self.items = []

            def append(self, item):
                self.items.append(item)

        compiled.holder = jitclass(Objects, [("items", types.ListType(kind.class_type.instance_type))])
    made = compiled.holder()
    for each in objects:
        made.append(each)
    return made
