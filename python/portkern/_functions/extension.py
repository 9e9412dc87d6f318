# SPDX-License-Identifier: Apache-2.0
"""numba.extending.overload: functions with an implementation for the types of their arguments.

Compiled code that calls such a function calls one of this text, which asks the compiler
which implementation is for the types of the arguments:

    def f(a, b="\\1"):
        k = overload_of("0:f\\nint64; omitted; \\nint64; float64; ", a, b)
        if k == 0:
            return implementation_0(a)
        if k == 1:
            return implementation_1(a, b)

For types that no line has the compile fails. Then the factories are asked, and what one of
them returns becomes an implementation: the text has a line more, functions that call it are
compiled anew, and the call that failed is made again. So what is compiled depends on the
implementations' texts, as on those of all functions that it calls."""
import collections
import functools
import inspect
import re

from .. import errors
from ..core import types
from . import capture, program
from .dispatch import _making
from .host import CPUDispatcher
from .of_text import FunctionOfText, function_of_text
from .pickle import Picklable

_MOST_TRIES = 16  # for one function and the same types: threads may find the same missing
_OMITTED = "\1"  # the default of each parameter that has one
_all = []  # Overloaded functions, by number


class Missing(errors.TypingError):
    """A function with overload has no implementation for some types yet."""

    _portkern_overload = True

    def __init__(self, text, missing):
        super().__init__(text)
        self.missing = missing  # [(number of the function, words of types)]


def overload_of(lines, *args):
    """The number of the line that has the types of the arguments."""


overload_of._portkern_path = "numba.overload_of"


# ---- types, from the compiler's words ----

def _parts(words):
    """What is between commas that are within no brackets."""
    depth, start, out = 0, 0, []
    for i, char in enumerate(words):
        depth += (char in "([") - (char in ")]")
        if char == "," and not depth:
            out.append(words[start:i].strip())
            start = i + 1
    return [*out, words[start:].strip()] if words.strip() else out


def _named_tuple(name, parts):
    names, kinds = zip(*(part.split(": ", 1) for part in parts), strict=True)
    kinds = tuple(map(_type, kinds))
    made = collections.namedtuple(name, names)
    return types.NamedUniTuple(kinds[0], len(kinds), made) if len(set(kinds)) == 1 else types.NamedTuple(kinds, made)


def _type(words):
    """The type of words like `array(float64, 1d, C)`."""
    name = words[:min((words.find(c) for c in "([ " if c in words), default=len(words))]
    parts = _parts(words[len(name) + 1:-1])
    if name == "array":
        return types.Array(_type(parts[0]), int(parts[1][:-1]), parts[2])
    if name == "UniTuple":
        item, _, count = parts[0].rpartition(" x ")
        return types.UniTuple(_type(item), int(count))
    if name == "Tuple":
        return types.Tuple(tuple(map(_type, parts)))
    if name == "function":
        return types.Dispatcher(words[len(name) + 1:])
    one = {"list": types.List, "set": types.Set, "OptionalType": types.Optional, "class": types.NumberClass}.get(name)
    if one and parts:
        return one(_type(parts[0]))
    if name == "DictType" and parts:
        return types.DictType(*map(_type, parts))
    if parts and ": " in parts[0] and name != "Record":
        return _named_tuple(name, parts)
    found = types.boolean if words == "bool" else getattr(types, name, None) if name == words else None
    return found if isinstance(found, types.Type) else types.Opaque(words)


def _argument(words):
    kind, equals, value = words.partition("=")
    if not equals:
        return _type(kind)
    return types.literal(value if kind == "unicode_type" else bool(int(value)) if kind == "bool" else int(value))


def _line(words):
    return "".join(f"{each}; " for each in words)


# ---- functions with implementations ----

class _Implementation(CPUDispatcher):
    """What a factory returned, by a name of its own: functions that call each other share a
    module."""

    def __init__(self, function, options, name):
        super().__init__(function, options)
        source = self._source
        source.text = source.text.replace(f"def {source.name}(", f"def {name}(", 1)
        source.name = name


class Overloaded(FunctionOfText):
    """A function, of Python or a library, that compiled code calls by its factories."""

    def __init__(self, function, member=None):
        self.function, self.number, self.factories = function, len(_all), []
        self.member, self.name = member, member[1] if member else capture.plain_name(function)
        self.tries, self._literal = collections.Counter(), False
        _all.append(self)

    def __reduce__(self):
        factories = [(_in_pickle(factory), *more) for factory, *more in self.factories]
        return _unpickled, (_in_pickle(self.function), factories, self.member)

    def add_factory(self, factory, options, prefer_literal):
        """Registers a factory: the last one is asked first, as in Numba."""
        self.factories.append((factory, options, prefer_literal))
        self._literal = self._literal or prefer_literal  # a line for each value
        self.lines, self._calls, self._names = [], [], {}
        self.parameters = max((inspect.signature(f).parameters for f, *_ in self.factories), key=len)
        self._write()

    def _write(self):
        """Makes the text anew."""
        params = []
        for p in self.parameters.values():
            star = "*" if p.kind is p.VAR_POSITIONAL else ""
            keyword_only = p.kind is p.KEYWORD_ONLY and not any("*" in before for before in params)
            default = f"={_OMITTED!r}" if p.default is not p.empty else ""
            params += ["*"] * keyword_only + [star + p.name + default]
        name = self.name
        lines = "\n".join([f"{'!' if self._literal else ''}{self.number}:{name}", *self.lines])
        asked = f"__overload_of__({lines!r}, {', '.join(self.parameters)})"
        body = [f"    __k__ = {asked}"]
        for i, call in enumerate(self._calls):
            body += [f"    if __k__ == {i}:", f"        return {call}"]
        body.append("    return __overload_of__()")  # where the compile has failed
        text = "\n".join([f"def {name}({', '.join(params)}):", *body, ""])
        made = function_of_text(text, name, {"__overload_of__": overload_of, **self._names}, self.factories[0][0],
                                f"<overload {self.number} of {name}>")
        if hasattr(self, "py_func"):
            self.py_func, self._read_source = made
            forget(self)
        else:
            super().__init__(made, {})

    def implement(self, words):
        """Has an implementation for arguments of these types; TypingError when no factory
        has one."""
        words, plain = tuple(words), tuple(each.partition("=")[0] for each in words)
        if _line(words) in self.lines or not self._literal and _line(plain) in self.lines:  # another thread's
            return
        said = []
        for factory, options, prefer_literal in reversed(self.factories):
            for line in dict.fromkeys((words, plain) if prefer_literal else (plain, words)):
                found = self._ask(factory, list(map(_argument, line)), said)
                if found is not None:
                    self._add(found, options, words if self._literal else line)
                    return
        kinds = [str(_argument(each)) for each in plain if each != "omitted"]
        what = (f"Unknown attribute '{self.name}' of type {kinds[0]}" if self.member else
                f"No implementation of function {self.function} found for signature:\n\n"
                f" >>> {self.name}({', '.join(kinds)})")
        raise errors.TypingError("\n".join([what, *dict.fromkeys(said)]))

    def _ask(self, factory, kinds, said):
        """What a factory returns for arguments of such types."""
        signature = inspect.signature(factory)
        given, named, star = [], {}, False
        for p, kind in zip(self.parameters.values(), kinds, strict=True):
            if kind == types.Opaque("omitted"):
                continue
            if p.kind is p.VAR_POSITIONAL:
                given, star = [*given, *kind], True
            elif p.kind is p.KEYWORD_ONLY or len(given) < list(self.parameters).index(p.name) and not star:
                named[p.name] = kind
            else:
                given.append(kind)
        try:
            signature.bind(*given, **named)
        except TypeError:
            return None
        try:
            return factory(*given, **named)
        except errors.NumbaError as error:
            said.append(f"{type(error).__name__}: {error}")
            return None

    def _add(self, found, options, words):
        made = found if isinstance(found, FunctionOfText) else None
        found = getattr(found, "py_func", found)
        if not inspect.isfunction(found):
            raise errors.TypingError(f"a factory of overload returns a function or None, not {type(found).__name__}")
        name = f"__{self.name}_{self.number}_{len(self.lines)}__"
        args, omitted = [], False
        for (param, p), each in zip(self.parameters.items(), words, strict=True):
            if each == "omitted":
                omitted = True
            elif p.kind is p.VAR_POSITIONAL:
                args.append(f"*{param}")
            else:
                args.append(f"{param}={param}" if omitted or p.kind is p.KEYWORD_ONLY else param)
        try:
            inspect.signature(found).bind(*(0 for a in args if "=" not in a),
                                          **{a.partition("=")[0]: 0 for a in args if "=" in a})
        except TypeError as error:
            raise errors.TypingError(f"the implementation of {self.name} does not take the "
                                     f"arguments that its factory takes: {error}") from None
        self._names[name] = made or _Implementation(found, options, name)
        self.lines.append(_line(words))
        self._calls.append(f"{name}({', '.join(args)})")
        self._write()


def forget(dispatcher):
    """Has a function made and compiled anew when it is next used."""
    dispatcher._modules.clear()
    dispatcher._values = dispatcher._key = None
    dispatcher._forget()


def resolve(dispatcher, error):
    """Has the implementations made that a compile of the dispatcher did not find."""
    with _making:
        for number, words in error.missing:
            tries = _all[number].tries
            tries[id(dispatcher), _line(words)] += 1
            if tries[id(dispatcher), _line(words)] > _MOST_TRIES:
                raise error
            try:
                _all[number].implement(words)
            except errors.TypingError as failed:
                if (number, words) == error.missing[0]:  # others may depend on it
                    place = re.search(r"\n(\S+:\d+:\d+): note: .*(\n.*\n.*)", str(error))
                    words = f"\n{place[1]}:{place[2]}" if place else ""
                    raise errors.TypingError(f"{failed}{words}") from failed.__cause__
        changed = {_all[number] for number, _ in error.missing}
        forget(dispatcher)
        for each in program.reach(dispatcher._in_functions(), set()):
            if changed & program.reach(each, set()):
                forget(each)


def resolved(dispatcher, action):
    """What action() gives, when all implementations that it needs are made."""
    while True:
        try:
            return action()
        except Missing as error:
            resolve(dispatcher, error)


def inferred(dispatcher, words):
    """What the compiler finds for a signature of a function, in words."""
    return resolved(dispatcher, lambda: dispatcher._module(dispatcher._context()).infer(dispatcher._name, words))


class _Plain(Picklable):
    """A function of Python in pickles."""

    _runs_on_host = True

    def __init__(self, py_func):
        self.py_func = py_func


def _in_pickle(function):
    return _Plain(function) if inspect.isfunction(function) else function


def _unpickled(function, factories, member):
    function, *plain = (each.py_func if isinstance(each, _Plain) else each
                        for each in (function, *(factory for factory, *_ in factories)))
    return _registered(function, [(f, *more) for f, (_, *more) in zip(plain, factories, strict=True)], member)


def _registered(function, factories=(), member=None):
    """The Overloaded of a function, or of methods or attributes of a name, with these factories
    where it has none."""
    known, key = (capture.members, member) if member else (capture.overloaded, id(function))
    if key not in known:
        known[key] = Overloaded(function, member)
        for each in factories:
            known[key].add_factory(*each)
    return known[key]


def overload_method(typ, attr, **options):
    """numba.extending.overload_method: compiled code that calls x.attr(...) of an x of the
    type calls what the decorated function, called with the types, returns. Methods that
    the type has without it stay as they are."""
    return _overload_member(typ, ("method", attr), options)


def overload_attribute(typ, attr, **options):
    """numba.extending.overload_attribute: compiled code that reads x.attr of an x of the type
    calls what the decorated function, called with the type, returns. Attributes that the type
    has without it stay as they are."""
    return _overload_member(typ, ("attribute", attr), options)


def _overload_member(typ, member, options):
    def decorate(factory):
        @functools.wraps(factory)
        def of_type(*args, **kwargs):
            fits = isinstance(args[0], typ) if isinstance(typ, type) else args[0] == typ
            return factory(*args, **kwargs) if fits else None

        _register(_registered(factory, member=member), of_type, **options)
        return factory

    return decorate


def overload(func, **options):
    """numba.extending.overload: compiled code that calls `func` calls what the decorated
    function, called with the types of the arguments, returns; None is for other types.

    >>> def twice(x): ...
    >>> @overload(twice)
    ... def implementation(x):
    ...     if isinstance(x, types.Number):
    ...         return lambda x: 2 * x"""
    def decorate(factory):
        _register(_registered(func), factory, **options)
        return factory

    return decorate


def _register(overloaded, factory, jit_options=None, strict=True, inline="never", prefer_literal=False, **kwargs):
    overloaded.add_factory(factory, dict(jit_options or {}), prefer_literal)


class intrinsic:
    """numba.extending.intrinsic: what makes LLVM's instructions, which functions here cannot
    call."""

    def __init__(self, *args, **options):
        self._name = args[0].__name__ if args else "intrinsic"

    def __call__(self, function):
        return intrinsic(function)

    def _portkern_refusal(self):
        return ("refused", f"is {self._name}, an intrinsic, which writes instructions of Numba's compiler\n"
                           "write what it does as a function, or with numba.extending.overload")
