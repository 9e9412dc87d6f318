# SPDX-License-Identifier: Apache-2.0
"""Lists, dicts and sets that are arguments of functions of the host. A list of numbers the
C extension passes by itself, and one of arrays; others are passed as arrays of their numbers
and lists of their arrays, of which a function that is made for their type builds the container,
calls the function, and returns both:

    def containers(p0, p1, p2, p3):
        c0 = {p1[j0]: p2[j0] for j0 in range(p0[0], p0[0 + 1])}
        return (function(c0, p3), c0, )

What the function changed is changed in the caller's container, too."""
import functools
import itertools
import linecache

import numpy as np

from .. import _core, errors
from ..core import types
from ..core.typing.typeof import typeof
from ..np import numpy_support
from . import classes, type_text

# A description says what a value is: ("number", dtype), ("string",), ("array", dtype, axes),
# ("tuple", items, class or None; also of a dataclass), ("object", class with jitclass), ("list", item), ("dict", key, value),
# ("set", key); None: an empty container says nothing of its items.


class Containers(errors.TypingError):
    """An argument is a container that the extension does not pass by itself."""

    _portkern_containers = True


# ---- what values are ----

def _fail(value):
    raise TypeError(f"a container that is an argument holds numbers, strings, arrays, objects of classes with jitclass, and "
                    f"tuples, lists, dicts and sets of these, not {type(value).__name__}: pass a tuple, or an array")


def _of_type(kind):
    """The description of a type of Numba's."""
    if isinstance(kind, (types.Number, types.Boolean)):
        return ("number", numpy_support.as_dtype(kind).str)
    if isinstance(kind, types.UnicodeType):
        return ("string",)
    if isinstance(kind, types.Array):
        return ("array", numpy_support.as_dtype(kind.dtype).str, kind.ndim)
    if isinstance(kind, types.BaseTuple):
        return ("tuple", tuple(map(_of_type, kind)), getattr(kind, "instance_class", None))
    if isinstance(kind, (types.ListType, types.List)):
        return ("list", _of_type(kind.dtype))
    if isinstance(kind, types.Set):
        return ("set", _of_type(kind.dtype))
    if isinstance(kind, types.DictType):
        return ("dict", _of_type(kind.key_type), _of_type(kind.value_type))
    raise TypeError(f"a container that is an argument holds no {kind}")


def dtype_of(value):
    """The dtype that an argument is, np.float32 and numba.float32, too; None: it is none."""
    if isinstance(value, (types.Number, types.Boolean, types.Record)):
        return numpy_support.as_dtype(value)
    if isinstance(value, type) and issubclass(value, (np.number, np.bool_)):
        return np.dtype(value)
    return value if isinstance(value, np.dtype) else None


def _number(value):
    if isinstance(value, np.generic):
        return ("number", value.dtype.str) if value.dtype.kind in "biufc" else _fail(value)
    for kind, dtype in ((bool, "|b1"), (int, "<i8"), (float, "<f8"), (complex, "<c16")):
        if isinstance(value, kind):
            return ("number", dtype)
    return None


def _described(value):
    """The description of a value."""
    typed = getattr(value, "_portkern_type", None)
    if typed is not None:
        return _of_type(typed)
    number = _number(value)
    if number:
        return number
    if isinstance(value, str):
        return ("string",)
    if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind in "biufc":
        return ("array", value.dtype.newbyteorder("=").str, value.ndim)
    if type(value) is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        return ("tuple", tuple(map(_described, value)), None if type(value) is tuple else type(value))
    if classes.is_dataclass(type(value)):
        return ("tuple", tuple(map(_described, classes.fields(value))), type(value))
    if isinstance(value, _core.Object):
        return ("object", type(value))
    if isinstance(value, list):
        return ("list", _common(value, value))
    if isinstance(value, (set, frozenset)):
        return ("set", _common(value, value))
    if isinstance(value, dict):
        return ("dict", _common(value, value), _common(value.values(), value))
    return _fail(value)


def _by_type(values):
    """The description of values that all are of one of Python's own types, which is found
    without a look at each; None: they are not."""
    kinds = set(map(type, values))
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind in (bool, int, float, complex):
        return _number(next(iter(values)))
    if kind is str:
        return ("string",)
    if kind is tuple and len(set(map(len, values))) == 1:
        items = tuple(map(_by_type, zip(*values)))
        return None if None in items else ("tuple", items, None)
    return None


def _common(values, container):
    """The description of all values of a container; None where there are none."""
    found = _by_type(values)
    if found:
        return found
    for value in values:
        each = _described(value)
        found = each if found is None else _joined(found, each, hasattr(container, "_portkern_type"))
        if found is None:
            first = next(iter(values))
            raise TypeError(f"can't unbox heterogeneous {type(container).__name__.lower()}: "
                            f"{type(first).__name__} != {type(value).__name__}")
    return found


def _joined(a, b, typed):
    """One description for values of two, None: there is none. The numbers of a typed
    container become what the first of them is."""
    if a == b or b is None:
        return a
    if a is None:
        return b
    if a[0] != b[0] or a[0] in ("array", "string", "object"):
        return None
    if a[0] == "number":
        return a if typed and np.can_cast(b[1], a[1], "same_kind") else None
    if a[0] == "tuple":
        items = [_joined(x, y, typed) for x, y in zip(a[1], b[1])]
        return None if len(a[1]) != len(b[1]) or a[2] is not b[2] or None in items else ("tuple", tuple(items), a[2])
    parts = [_joined(x, y, typed) for x, y in zip(a[1:], b[1:])]
    if any(part is None and (x or y) for part, x, y in zip(parts, a[1:], b[1:])):
        return None
    return (a[0], *parts)


# ---- to arrays, and back in the function's text ----

def _ends(lengths):
    return np.cumsum([0, *lengths], dtype=np.int64)


def _pack(kind, values, out):
    """Appends the arrays of values that have one description."""
    if kind is None:
        raise ValueError("the type of an empty container is not known: give it its type, "
                         "typed.List.empty_list(types.int64)")
    if kind[0] == "number":
        out.append(np.array(values, kind[1]))
    elif kind[0] == "string":
        codes = "".join(values).encode("utf-32-le", "surrogatepass")
        out.append(np.array(memoryview(codes).cast("I") if codes else (), np.uint32))
        out.append(_ends(map(len, values)))
    elif kind[0] == "object":
        from . import jitclass

        out.append(jitclass.list_of(kind[1], values))
    elif kind[0] == "array":
        out.append(list(values) or [np.empty((0,) * kind[2], kind[1])])  # the type of none
    elif kind[0] == "tuple":
        if classes.is_dataclass(kind[2]):
            values = [classes.fields(value) for value in values]
        for item, column in zip(kind[1], zip(*values) if values else itertools.repeat(())):
            _pack(item, column, out)
    else:
        out.append(_ends(map(len, values)))
        _pack(kind[1], list(itertools.chain.from_iterable(values)), out)
        if kind[0] == "dict":
            _pack(kind[2], list(itertools.chain.from_iterable(v.values() for v in values)), out)


def _text(kind, at, names, made, depth=0):
    """The expression of the value number `at`, of the arrays whose names are next; `made`
    gets the name of each class of tuples in it."""
    if kind[0] in ("number", "array"):
        return f"{next(names)}[{at}]"
    if kind[0] == "object":
        return f"{next(names)}.items[{at}]"
    if kind[0] == "string":
        codes, ends = next(names), next(names)
        return f"string_of({codes}[{ends}[{at}]:{ends}[{at} + 1]])"
    if kind[0] == "tuple":
        of = made.setdefault(kind[2], f"class{len(made)}") if kind[2] else ""
        of += ".__of_fields__" if classes.is_dataclass(kind[2]) else ""
        return f"{of}({''.join(_text(item, at, names, made, depth) + ', ' for item in kind[1])})"
    ends, j = next(names), f"j{depth}"
    key = _text(kind[1], j, names, made, depth + 1)
    loop = f"for {j} in range({ends}[{at}], {ends}[{at} + 1])"
    if kind[0] == "list":
        return f"[{key} {loop}]"
    return f"{{{key}{': ' + _text(kind[2], j, names, made, depth + 1) if kind[0] == 'dict' else ''} {loop}}}"


# ---- what the function changed ----

def _merged(old, new):
    """`old`, changed to be like `new` where it can be; else `new`."""
    if isinstance(old, np.ndarray):
        return old if _is_same(old, new) else new
    if isinstance(old, tuple):
        items = [_merged(a, b) for a, b in zip(old, new)]
        return old if all(a is b for a, b in zip(old, items)) else getattr(old, "_make", tuple)(items)
    if classes.is_dataclass(type(old)):
        items = [*map(_merged, classes.fields(old), classes.fields(new))]
        same = all(a is b for a, b in zip(classes.fields(old), items))
        return old if same else classes.make(type(old), items)
    if isinstance(old, (list, dict, set)):
        _change(old, new)
        return old
    return old if old == new else new


def _is_same(old, new):
    """Whether two arrays are the same elements in the same memory."""
    return old is new or (old.shape == new.shape and old.strides == new.strides and
                          old.__array_interface__["data"][0] == new.__array_interface__["data"][0])


def _has_arrays(kind):
    return isinstance(kind, tuple) and (kind[0] == "array" or any(map(_has_arrays, kind)))


def _change(old, new):
    """Changes the caller's container."""
    if isinstance(old, list):
        items = [*map(_merged, old, new), *new[len(old):]]
        if len(items) != len(old) or any(a is not b for a, b in zip(old, items)):
            old[:] = items
    elif isinstance(old, dict):
        kept = {k: _merged(old[k], v) if k in old else v for k, v in new.items()}
        if list(kept) != list(old) or any(old[k] is not v for k, v in kept.items()):
            old.clear()
            old.update(kept)
    elif isinstance(old, set) and old != new:
        old.clear()
        old.update(new)


# ---- calls ----

_count = itertools.count()


def string_of(codes):
    """The string of an array of code points."""
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


string_of._portkern_path = "numba.string_of"


def _is_built(value, texts):
    """Whether an argument is built in the function: what holds such as well, but no string of `texts`."""
    if isinstance(value, str):
        return value not in texts
    if isinstance(value, tuple):
        return any(_is_built(item, texts) for item in value)
    if classes.is_dataclass(type(value)):
        return any(_is_built(item, texts) for item in classes.fields(value))
    return isinstance(value, (list, dict, set, frozenset))


def _is_given_back(kind):
    return kind[0] != "string"


def _function(dispatcher, kinds, words, gives_back=True, parallel=False):
    """The function that builds the containers of such arguments and calls the dispatcher; of
    a generator one, too. It returns the containers, too, unless it gives none back."""
    from .generator import GeneratorDispatcher
    from .host import CPUDispatcher

    names = map("p{}".format, itertools.count())
    parameters, lines, given, built, made = [], [], [], [], {}
    for i, kind in enumerate(kinds):
        if isinstance(kind, int):
            value = f"c{kind}"
        elif kind is None:
            value = next(names)
            parameters.append(value)
        else:
            used, value = [], f"c{i}"
            taken = iter(lambda: used.append(next(names)) or used[-1], None)
            lines.append(f"    {value} = {_text(kind, 0, taken, made)}\n")
            parameters += used
            built += [value] if _is_given_back(kind) else []
        word = i - (len(kinds) - len(words))
        given.append(f"{words[word]}={value}" if word >= 0 else value)
    generates = isinstance(dispatcher, GeneratorDispatcher)
    called = f"function({', '.join(given)})"
    ends = (f"    for item in {called}: yield item\n" if generates else
            f"    return ({called}, {''.join(f'{name}, ' for name in built)})\n" if gives_back else f"    return {called}\n")
    text = f"def containers({', '.join(parameters)}):\n{''.join(lines)}{ends}"
    file = f"<containers of {dispatcher.__name__}, {next(_count)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {"function": dispatcher, "string_of": string_of, **{name: of for of, name in made.items()}}
    exec(compile(text, file, "exec"), space)  # noqa: S102
    options = {"nogil": dispatcher._nogil, **({"parallel": True} if parallel else {})}
    made = (GeneratorDispatcher if generates else CPUDispatcher)(space["containers"], options)
    if not generates:  # loops of the dispatcher run where it has them run
        made._offloads, made._devices = dispatcher._offloads, dispatcher._devices
    return made


def is_list_of_arrays(value):
    """Whether the extension passes the list by itself."""
    return isinstance(value, list) and value and isinstance(value[0], np.ndarray) and value[0].ndim


def call(dispatcher, args, words):
    """Calls a function with containers among its arguments, the last of which have names."""
    from .generator import GeneratorDispatcher

    if isinstance(dispatcher, GeneratorDispatcher):  # which keeps them
        return _call(dispatcher, args, words)[0]
    (result, *after), held = _call(dispatcher, args, words)
    for (old, kind), new in zip(held, after, strict=True):
        if _has_arrays(kind) or kind[0] == "tuple" or old != new or list(old) != list(new):
            _merged(old, new)
    return result


def result_type(dispatcher, args):
    """The type of what a function gives for such arguments, in the compiler's words."""
    from . import extension

    kinds, given, _ = _packed(dispatcher, args, True)
    return extension.inferred(_function(dispatcher, kinds, (), gives_back=False), _in_words(map(typeof, given)))[0][2]


def _in_words(given):
    """Types of what is passed, in the compiler's words: the items of a list of arrays are taken by index."""
    return ", ".join(type_text.in_words(types.UniTuple(kind.dtype, 1) if isinstance(kind, (types.List, types.ListType)) else kind) for kind in given)


# ---- parallel loops ----

def loops(dispatcher, args):
    """What becomes of the parallel loops of a function on another device, in a call with such arguments: lines."""
    kinds, given, _ = _packed(dispatcher, args, True)
    return _loops(dispatcher, kinds, (), map(typeof, given))


def loops_of_calls(dispatcher):
    """(words for the types of the arguments, what finds the lines) for each kind of calls with containers that the
    extension does not pass by itself."""
    for (kinds, words), made in dispatcher.__dict__.get("_container_functions", {}).items():
        for params in [sig[1] for compiled in made._kernels.values() for sig in compiled.signatures()]:
            given = tuple(map(type_text.parse, params))
            yield _title(kinds, given), functools.partial(_loops, dispatcher, kinds, words, given)


def _loops(dispatcher, kinds, names, given):
    from . import extension

    words = _in_words(given)
    made = _function(dispatcher, kinds, names, gives_back=False, parallel=True)
    lines = extension.resolved(made, lambda: made._module(made._context()).emit(made._name, words, "loops", None)).splitlines()
    return [line.replace(f"{dispatcher._source.file} ", "") for line in lines if not line.startswith("line ")]


def _title(kinds, given):
    given, said = iter(given), []
    for kind in kinds:
        if isinstance(kind, int):
            said.append(said[kind])
        elif kind is None:
            said.append(str(next(given)))
        else:
            _text(kind, 0, given, {})  # takes what is passed for it
            said.append(_kind_words(kind))
    return f"({', '.join(said)}{',' * (len(said) == 1)})"


def _kind_words(kind):
    """A description in few words: "{int64: [float64]}"."""
    if kind[0] in ("number", "array"):
        return np.dtype(kind[1]).name + (f"[{', '.join(':' * kind[2])}]" if kind[0] == "array" else "")
    if kind[0] == "tuple":
        return f"{getattr(kind[2], '__name__', '')}({', '.join(map(_kind_words, kind[1]))})"
    if kind[0] in ("string", "object"):
        return "str" if kind[0] == "string" else kind[1].__name__
    parts = ": ".join(map(_kind_words, kind[1:]))
    return f"[{parts}]" if kind[0] == "list" else f"{{{parts}}}"


def _packed(dispatcher, args, builds_all=False):
    """(what the arguments are, what is passed for them, [(a container, what it is)]): lists of arrays are passed
    by themselves, unless it builds all."""
    kinds, given, held, seen = [], [], [], {}
    texts = () if builds_all else dispatcher._texts
    for i, value in enumerate(args):
        if not _is_built(value, texts) or (is_list_of_arrays(value) and not builds_all):
            kinds.append(None)
            given.append(value)
        elif id(value) in seen:
            kinds.append(seen[id(value)])
        else:
            kinds.append(_described(value))
            _pack(kinds[-1], [value], given)
            if _is_given_back(kinds[-1]):
                held.append((value, kinds[-1]))
            seen[id(value)] = i
    return kinds, given, held


def _call(dispatcher, args, words):
    """(what the function that is made of the dispatcher gives, [(argument, its kind)])"""
    kinds, given, held = _packed(dispatcher, args)
    made = dispatcher.__dict__.setdefault("_container_functions", {})
    key = (tuple(kinds), words)
    if key not in made:
        made[key] = _function(dispatcher, kinds, words)
    return made[key](*given), held
