# SPDX-License-Identifier: Apache-2.0
"""Dispatchers in pickles.

One that another process can import is pickled by its name, as Python's functions are.
Every other one, of the main program, a notebook, an inner function or a text, is pickled
by value: the function's code and text, and the values that its names have for it
(_functions/by_value.py). The text goes along, so the other process needs no file.

A pickle by value has a key, a hash of all that it says. A process has one dispatcher for
a key, however often it is unpickled, so nothing is compiled twice."""
import collections
import copyreg
import dis
import importlib
import marshal
import operator
import os
import pickle
import sys
import threading
import types
import weakref

from .. import _core
from . import by_value, source as _source

_VERSION = sys.implementation.cache_tag  # of Python, whose byte code others cannot read
_RECENT = 128  # dispatchers that are kept though nothing uses them: the next task may
_lock = threading.RLock()
_known = weakref.WeakValueDictionary()  # key -> dispatcher
_recent = collections.OrderedDict()  # key -> dispatcher, the newest last


def _after_fork():
    """In a child: another thread may have held the lock."""
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_after_fork)


class Picklable:
    """What is made of a function, its first argument and then `py_func`, and is pickled with
    it. Dispatchers with one key are the same; whoever changes what _init_args() gives sets
    _key to None."""

    # Whether the function runs as Python on the host, so that it may use all of a value.
    _runs_on_host = False
    _values = None  # what values_of() gave when it was compiled
    _key = None  # of what was unpickled, and has not changed since
    _source = _read_source = None  # the Source, of what is compiled

    def _init_args(self):
        """The other arguments of __init__, by name."""
        return {}

    def _more(self):
        """What _restore() takes in the other process, and keys leave out."""
        return None

    def _restore(self, more):
        pass

    def _keep_values(self):
        """Has pickles say the values that were compiled, whatever the names stand for later."""
        if self._values is None and not self._runs_on_host:
            self._values = values_of(self)

    def __reduce__(self):
        function = self.py_func
        if by_value.is_importable(self, getattr(function, "__module__", None), getattr(function, "__qualname__", None)):
            return _by_name, (function.__module__, function.__qualname__)
        key = self._key or key_of(self)
        with _lock:
            _known[key] = self
        return _made, (type(self), key), (key, *_state(self))

    def __setstate__(self, state):
        with _lock:
            if "py_func" in self.__dict__:  # the process has it
                return
            key, function, args, more, source = state
            if isinstance(function, _Function):
                function = function.make()
            self.__init__(function, **args)
            if source is not None:
                self._read_source = source.read().read(function)
            self._restore(more)
            self._key = key

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dask_tokenize__(self):
        return "portkern", type(self).__qualname__, self._key or key_of(self)


def _by_name(module, qualname):
    found = importlib.import_module(module)
    for part in qualname.split("."):
        found = getattr(found, part)
    return found


def _made(kind, key):
    """The dispatcher of a key: one that the process has, or a new one, whose state follows
    in the pickle."""
    with _lock:
        found = _known.get(key)
        if found is None or not _is_still(found, key):
            found = kind.__new__(kind)
            _known[key] = found
        _recent[key] = found
        _recent.move_to_end(key)
        while len(_recent) > _RECENT:
            _recent.popitem(last=False)
        return found


def _is_still(found, key):
    """Whether a dispatcher that was pickled here says the same now: its globals may have
    other values."""
    return "py_func" not in found.__dict__ or (found._key or key_of(found)) == key


# ---- what is pickled ----


class _Function:
    """A function by value."""

    def __init__(self, function, values, cells, source):
        self.version = _VERSION
        self.code = marshal.dumps(function.__code__)
        self.source = source
        self.free_names = function.__code__.co_freevars
        self.globals = {name: value for name, value in values.items() if name not in self.free_names}
        self.cells = cells
        self.attributes = {name: getattr(function, name) for name in ("__module__", "__qualname__", "__name__", "__doc__")}

    def _code(self):
        if self.version == _VERSION:
            return marshal.loads(self.code)  # noqa: S302
        if self.source is not None:
            return _source.code_of_text(self.source.read(), self.free_names)
        raise _source.errors.SourceError(
            f"{self.attributes['__qualname__']} was pickled by another version of Python, and it has no text: "
            "use the same version in both processes, or write it into a file")

    def make(self):
        """The function."""
        scope = {"__builtins__": __builtins__, "__name__": self.attributes["__module__"], **self.globals}
        cells = tuple(types.CellType(*cell) for cell in self.cells)
        made = types.FunctionType(self._code(), scope, self.attributes["__name__"], self.defaults, cells)
        made.__kwdefaults__ = self.kwdefaults
        for name, value in self.attributes.items():
            setattr(made, name, value)
        made.__annotations__ = self.annotations
        return made


class _Text:
    """The text of a function in a pickle."""

    def __init__(self, source):
        self.text, self.file, self.line, self.name = source.given, source.file, source.line, source.name

    def read(self):
        """The Source."""
        return _source.Source.parsed(self.text, self.file, self.line, self.name)


def _source_of(dispatcher):
    """The Source; None where a function has none, which is said when it is compiled."""
    try:
        return dispatcher._source
    except _source.errors.SourceError:
        return None


def _global_names(code):
    """Names of globals that a code object and those in it use."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            names |= _global_names(const)
    return names


def values_of(dispatcher):
    """{name: value} of the names that its function uses, as pickles have them."""
    from . import capture

    function, source = dispatcher.py_func, _source_of(dispatcher)
    convert = by_value.of_host if dispatcher._runs_on_host else by_value.of_kernel
    names, dotted = set(function.__code__.co_freevars) | _global_names(function.__code__), ()
    if source is not None:
        names, dotted = names | source.names, source.dotted
    out = {}
    for name in sorted(names):
        found, value = capture.value_of(function, name)
        if found:
            paths = [path.split(".")[1:] for path in sorted(dotted) if path.startswith(name + ".")]
            out[name] = convert(value, paths)
    return out


class _Undecorated:
    """The function of a dispatcher that another process can import."""

    def __init__(self, dispatcher):
        self.dispatcher = dispatcher

    def __reduce__(self):
        return getattr, (self.dispatcher, "py_func")


def _function_of(dispatcher):
    """The function as pickles have it: what Python can pickle by name, or a _Function."""
    function = dispatcher.py_func
    if not isinstance(function, types.FunctionType):
        return function  # a dispatcher
    if by_value.is_importable(function, function.__module__, function.__qualname__):
        return function
    other = by_value.find(function.__module__, function.__qualname__)
    if isinstance(other, Picklable) and other.py_func is function and other is not dispatcher:
        return _Undecorated(other)
    source = _source_of(dispatcher)
    values = dispatcher._values or values_of(dispatcher)
    cells = tuple((values[name],) if name in values else () for name in function.__code__.co_freevars)
    made = _Function(function, values, cells, None if source is None else _Text(source))
    convert = by_value.of_host if dispatcher._runs_on_host else by_value.of_kernel
    made.defaults = None if function.__defaults__ is None else tuple(map(convert, function.__defaults__))
    made.kwdefaults = function.__kwdefaults__ and {n: convert(v) for n, v in function.__kwdefaults__.items()}
    made.annotations = _annotations(function, convert)
    return made


def _annotations(function, convert):
    converted = {name: convert(value) for name, value in function.__annotations__.items()}
    return {name: value for name, value in converted.items()
            if not isinstance(value, (by_value.Unusable, by_value.Namespace))}


def _state(dispatcher):
    function = _function_of(dispatcher)
    text = function.source if isinstance(function, _Function) else None
    return function, dispatcher._init_args(), dispatcher._more(), text


# ---- keys ----


class _Sink:
    def __init__(self):
        import hashlib

        self.hash = hashlib.blake2b(digest_size=16)

    def write(self, data):
        self.hash.update(data)


class _Hasher(pickle.Pickler):
    """Other dispatchers are in a hash by number, in the order in which they are met: they
    may refer to each other in circles."""

    def __init__(self, sink, met):
        super().__init__(sink, protocol=5)
        self.fast = True  # equal values make equal bytes, whether they are one object or two
        self._met = met

    def persistent_id(self, obj):
        if isinstance(obj, Picklable):
            return self._met.setdefault(id(obj), (len(self._met), obj))[0]
        return None


def _code_key(code):
    consts = tuple(_code_key(const) if isinstance(const, types.CodeType) else (type(const).__name__, repr(const))
                   for const in code.co_consts)
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount,
            code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_filename, code.co_firstlineno, consts)


def _said(dispatcher):
    """What makes a dispatcher what it is, but for other dispatchers."""
    function, args, _, _ = _state(dispatcher)
    if isinstance(function, _Function):
        words = dict(function.__dict__, code=_code_key(dispatcher.py_func.__code__), source=None)
        words["text"] = None if function.source is None else vars(function.source)
        function = words
    return type(dispatcher).__qualname__, function, args


def key_of(dispatcher):
    """A hash of all that a pickle by value of it says, of dispatchers that it calls, too.
    Where that cannot be had, a number that is the dispatcher's own."""
    sink, met = _Sink(), {id(dispatcher): (0, dispatcher)}
    try:
        at = 0
        while at < len(met):
            _Hasher(sink, met).dump(_said(list(met.values())[at][1]))
            at += 1
    except Exception:  # noqa: BLE001 (values of functions for the host may be anything)
        key = dispatcher.__dict__.setdefault("_own_key", os.urandom(16).hex())
    else:
        key = sink.hash.hexdigest()
    return key


# ---- what belongs to a process ----


def refuse(value, advice):
    """Raises what pickle.dumps raises of an object that another process cannot have."""
    raise TypeError(f"cannot pickle a {type(value).__qualname__}: it belongs to this process. {advice}")


def launcher_in_pickle(launcher):
    """kernel[grid, block], as the kernel and what was in the brackets."""
    stream = 0 if launcher.stream is None else launcher.stream
    return operator.getitem, (launcher.dispatcher, (launcher.griddim, launcher.blockdim, stream, launcher.sharedmem))


copyreg.pickle(_core.Launcher, launcher_in_pickle)
copyreg.pickle(_core.Prepared, lambda p: refuse(p, "Pickle the kernel, and prepare the launch there"))
copyreg.pickle(_core.Event, lambda e: refuse(e, "Make one there, with cuda.event()"))
copyreg.pickle(_core.Queue, lambda q: refuse(q, "Make a stream there, with cuda.stream()"))
for _kind in (_core.Kernel, _core.Module):
    copyreg.pickle(_kind, lambda k: refuse(k, "Pickle the dispatcher, which cuda.jit gave"))
