# SPDX-License-Identifier: Apache-2.0
"""numba.vectorize: functions of numbers become numpy.ufuncs, whose inner loops are
compiled for the types of their arguments."""
import functools
import inspect
import re
import warnings

import numpy as np

from .. import _core, _device, errors
from . import capture, extension, type_text
from .dispatch import Compiled
from .overloads import normalized
from ..core import types
from ..np import numpy_support

_IDENTITIES = {0: 0, 1: 1, None: -1, "reorderable": -2}
_NO_DTYPE = "no loop of a ufunc can have the type {}: it takes numbers"
# Options that change what is compiled; the others have no meaning here.
_COMPILED = ("fastmath", "boundscheck", "debug")


def parse_identity(identity):
    """NumPy's number of a ufunc's identity."""
    try:
        return _IDENTITIES[identity]
    except (KeyError, TypeError):
        raise ValueError(f"Invalid identity value {identity!r}") from None


def dtype_of(kind):
    """The dtype of a type in a signature of a ufunc."""
    try:
        return numpy_support.as_dtype(kind)
    except errors.NumbaNotImplementedError:
        raise errors.NumbaNotImplementedError(_NO_DTYPE.format(kind)) from None


class _Row:
    """A signature that a ufunc has, and the dtypes of its operands."""

    def __init__(self, args, result):
        self.args, self.result = args, result

    @functools.cached_property
    def dtypes(self):
        """NumPy's, of all operands."""
        return tuple(map(dtype_of, (*self.args, self.result)))

    def in_decorator(self):
        """The signature as the C library's frontend reads it."""
        args = ", ".join(type_text.in_decorator(kind, {}) for kind in self.args)
        return f"{type_text.in_decorator(self.result, {})}({args})"


class Elements(Compiled, _core.UFuncDispatcher):
    """What vectorize and guvectorize make. What is derived has _operands(row, dtypes),
    (dtype, ndim, writes) of each operand of a loop, and _dims(row), the core dimensions
    of their axes."""

    _ROW = _Row
    _layout = None
    _writable = ()  # numbers of inputs that are written

    def __init__(self, py_func, identity=None, targetoptions=None, target="cpu"):
        super().__init__(getattr(py_func, "py_func", py_func))
        self._identity, self._target = identity, target
        self._number = parse_identity(identity)
        self.targetoptions = dict(targetoptions or {})
        self._rows = []
        self._ufuncs = {}  # Context -> numpy.ufunc of all rows

    # ---- in pickles ----

    def _init_args(self):
        return {"identity": self._identity, "targetoptions": self.targetoptions, "target": self._target}

    def _more(self):
        return [(row.args, row.result) for row in self._rows], bool(self._frozen)

    def _restore(self, more):
        rows, self._frozen = more
        self._rows = [self._ROW(*row) for row in rows]

    # ---- compiling ----

    def _context(self):
        return _device.host()

    def _decorator(self, values):
        return f"njit({', '.join(self._option_words())})"

    def _option_words(self):
        """Options as a decorator has them."""
        from ..core import config

        options = {name: self.targetoptions[name] for name in _COMPILED if self.targetoptions.get(name)}
        options.setdefault("boundscheck", False)  # as in Numba: loops of elements have other prices
        if config.BOUNDSCHECK is not None:
            options["boundscheck"] = bool(config.BOUNDSCHECK)
        return [*(f"{name}={value!r}" for name, value in options.items()), self._error_model()]

    def _error_model(self):
        return f"error_model={self.targetoptions.get('error_model', 'numpy')!r}"

    def _make(self, context):
        """The numpy.ufunc of all rows in a context."""
        loops = []
        for row in self._rows:
            if capture.overloaded or capture.members:
                self._implement(row)
            loop = _core.Loop(self._module(context), self._name, self._operands(row), self)
            loops.append((loop, tuple(dtype.num for dtype in row.dtypes), self._dims(row)))
        return _core.make_ufunc(loops, self.__name__, self.__doc__, self.nin, self.nout, self._number, self._layout,
                                self._writable, self._target == "parallel")

    def _implement(self, row):
        """Has the implementations made of functions with overload that a row's loop calls."""
        for layout in "CA":
            self._infer(row, layout)

    def _infer(self, row, layout):
        words = [type_text.in_words(types.Array(kind, ndim, layout) if ndim else kind)
                 for kind, ndim in ((numpy_support.from_dtype(dtype), ndim) for dtype, ndim, _ in self._operands(row))]
        extension.inferred(self, ", ".join(words[:len(inspect.signature(self.py_func).parameters)]))

    @property
    def ufunc(self):
        """The numpy.ufunc, which calls use; another one when there are new types."""
        context = self._context()
        with self._lock:
            if context not in self._ufuncs:
                self._ufuncs[context] = self._make(context)
            made = self._ufuncs[context]
            self._set(context, made)
        return made

    def _add_row(self, row):
        with self._lock:
            self._rows.append(row)
            self._ufuncs.clear()
        return row

    def disable_compile(self):
        """From now on calls have the types that there are."""
        assert self._rows
        self._frozen = True

    def build_ufunc(self):
        """This itself, as Numba's builders give it."""
        return self

    # ---- attributes of ufuncs ----

    @property
    def nargs(self):
        """How many operands it has."""
        return self.nin + self.nout

    @property
    def ntypes(self):
        """How many loops it has."""
        return len(self._rows)

    @property
    def types(self):
        """The loops that it has: ["dd->d"]."""
        return [f"{''.join(d.char for d in row.dtypes[:self.nin])}->{''.join(d.char for d in row.dtypes[self.nin:])}"
                for row in self._rows]

    @property
    def identity(self):
        """What reductions begin with."""
        return self.ufunc.identity

    @property
    def signature(self):
        """The layout of a generalized ufunc."""
        return self._layout

    def _overridden(self, method, args, kwargs):
        """What an argument's own __array_ufunc__ gives, if one has it."""
        ours = np.ndarray.__array_ufunc__
        out = kwargs.get("out", ())
        for arg in (*args, *(out if isinstance(out, tuple) else (out,))):
            theirs = getattr(type(arg), "__array_ufunc__", ours)
            if theirs is ours:
                continue
            result = NotImplemented if theirs is None else arg.__array_ufunc__(self, method, *args, **kwargs)
            if result is not NotImplemented:
                return True, result
        return False, None


class DUFunc(Elements):
    """A function with vectorize: a ufunc that gets a loop for each new type of arguments,
    unless it was given signatures."""

    nout = 1

    def __init__(self, py_func, identity=None, cache=False, targetoptions=None, target="cpu"):
        super().__init__(py_func, identity, targetoptions, target)
        self.nin = len(inspect.signature(self.py_func).parameters)
        self.reorderable = identity is not None
        self._plain = True

    def _decorator(self, values):
        words = self._option_words()
        if self._frozen:
            words.insert(0, f"[{', '.join(row.in_decorator() for row in self._rows)}]")
        return f"vectorize({', '.join(words)})"

    def disable_compile(self):
        super().disable_compile()
        with self._lock:
            self._modules.clear()  # those of before know no signatures

    def _operands(self, row):
        return tuple((dtype, 0, i == self.nin) for i, dtype in enumerate(row.dtypes))

    def _dims(self, row):
        return ()

    def add(self, sig):
        """Adds a loop for a signature: "float64(float64, int32)"; without the type of the
        result it is what the function gives."""
        signature = normalized(sig)
        if self._frozen:
            raise RuntimeError(f"compilation disabled for {self}")
        if len(signature.args) != self.nin:
            raise errors.TypingError(f"the signature {sig} has {len(signature.args)} arguments, {self.__name__} takes "
                                     f"{self.nin}")
        return self._add(signature.args, signature.return_type)

    def _add(self, args, result=None):
        for row in self._rows:
            if row.args == args:
                warnings.warn(errors.NumbaWarning(f"{self.__name__} has a loop for {args} already"), stacklevel=3)
                return row
        for kind in args:
            dtype_of(kind)
        found = self._result(args)
        return self._add_row(_Row(args, found if result is None else result))

    def _result(self, args):
        """The type that the function gives for arguments of these types."""
        words = ", ".join(map(type_text.in_words, args))
        _, _, result, _ = extension.inferred(self, words)[0]
        result = type_text.parse(result)
        try:
            numpy_support.as_dtype(result)
        except errors.NumbaNotImplementedError:
            raise errors.TypingError(f"{self.__name__} gives {result} for {', '.join(map(str, args))}: a function with "
                                     "vectorize gives a number") from None
        return result

    def _types(self, args):
        """The types of the elements of arguments; None where one holds no numbers."""
        dtypes = [np.asarray(arg).dtype for arg in args]
        if any(dtype.kind not in "biufc" for dtype in dtypes):
            return None
        return tuple(numpy_support.from_dtype(dtype.newbyteorder("=")) for dtype in dtypes)

    def _grow(self, args):
        """Adds a loop for arguments. False: it has one, or can have none."""
        if len(args) != self.nin:
            return False
        types = self._types(args)
        if types is None:
            return False
        with self._lock:
            if any(row.args == types for row in self._rows):
                return False
            self._add(types)
        return True

    def _with(self, args, use):
        """use(ufunc), where the ufunc has got a loop for these arguments if it had none."""
        try:
            return use(self.ufunc)
        except TypeError:
            if self._frozen or not self._grow(args):
                raise
        return use(self.ufunc)

    def _call(self, args, kwargs):
        found, result = self._overridden("__call__", args, kwargs)
        if found:
            return result
        return self._with(args[:self.nin], lambda ufunc: ufunc(*args, **kwargs))

    def _method(self, name, operands, *args, **kwargs):
        found, result = self._overridden(name, args, kwargs)
        if found:
            return result
        try:
            return self._with(operands, lambda ufunc: getattr(ufunc, name)(*args, **kwargs))
        except SystemError as error:  # NumPy has not looked what the function raised
            if error.__cause__ is None:
                raise
            raise error.__cause__ from None

    def reduce(self, array, /, *args, **kwargs):
        """As numpy.ufunc.reduce."""
        return self._method("reduce", (array, array), array, *args, **kwargs)

    def accumulate(self, array, /, *args, **kwargs):
        """As numpy.ufunc.accumulate."""
        return self._method("accumulate", (array, array), array, *args, **kwargs)

    def reduceat(self, array, /, *args, **kwargs):
        """As numpy.ufunc.reduceat."""
        return self._method("reduceat", (array, array), array, *args, **kwargs)

    def outer(self, a, b, /, **kwargs):
        """As numpy.ufunc.outer."""
        return self._method("outer", (a, b), a, b, **kwargs)

    def at(self, a, indices, /, *b):
        """As numpy.ufunc.at."""
        return self._method("at", (a, *b), a, indices, *b)

    def __repr__(self):
        return f"<{type(self).__module__.partition('.')[0]}._DUFunc '{self.__name__}'>"


# ---- functions of arrays ----

def parse_layout(text):
    """The names of core dimensions, of each input and of each output: "(m,n),(n)->()".
    Without "->" there are no outputs: the function writes to what it is given."""
    words = "".join(text.split())
    group = r"\((?:\w+\??(?:,\w+\??)*)?\)"
    match = re.fullmatch(f"({group}(?:,{group})*)?(?:->({group}(?:,{group})*))?", words)
    if not match or not words:
        raise ValueError(f'bad token in signature "{text}": write "(m,n),(n)->(m)"')
    inputs, outputs = ([tuple(filter(None, found.split(","))) for found in re.findall(r"\(([^)]*)\)", part or "")]
                       for part in match.groups())
    if unknown := sorted({name for core in outputs for name in core} - {name for core in inputs for name in core}):
        raise NameError(f"undefined output symbols: {','.join(unknown)}")
    return inputs, outputs


class _GRow:
    """A signature that a generalized ufunc has."""

    result = None

    def __init__(self, args, result=None):
        self.args = args

    @functools.cached_property
    def dtypes(self):
        """NumPy's, of all operands."""
        return tuple(dtype_of(getattr(kind, "dtype", kind)) for kind in self.args)


class GUFunc(Elements):
    """A function with guvectorize: a generalized ufunc. One without signatures gets a loop
    for each new type of arguments, and is called with all of them, outputs, too."""

    _ROW = _GRow

    def __init__(self, py_func, signature, identity=None, cache=False, is_dynamic=False, targetoptions=None,
                 writable_args=(), target="cpu"):
        super().__init__(py_func, identity, targetoptions, target)
        self._layout = signature
        self._cores = parse_layout(signature)
        self.nin, self.nout = map(len, self._cores)
        self.is_dynamic = is_dynamic
        names = list(inspect.signature(self.py_func).parameters)
        if len(names) != self.nargs:
            raise ValueError(f"{self.__name__} has {len(names)} parameters, its layout {signature} has {self.nargs}")
        try:
            self._writable = tuple(names.index(arg) if isinstance(arg, str) else int(arg) for arg in writable_args)
        except ValueError:
            raise RuntimeError(f"Specified writable_args {writable_args}, which are not all parameters of "
                               f"{self.__name__}: {', '.join(names)}") from None
        self._plain = not is_dynamic

    @functools.cached_property
    def _calls(self):
        from . import gufunc_calls

        return gufunc_calls.overloaded(self)

    def _in_functions(self):
        return self._calls

    def _init_args(self):
        return {**super()._init_args(), "signature": self._layout, "is_dynamic": self.is_dynamic,
                "writable_args": self._writable}

    def _restore(self, more):
        super()._restore(more)
        self._plain = self._frozen or not self.is_dynamic

    def disable_compile(self):
        super().disable_compile()
        self._plain = True

    def _axes(self, row):
        """How many axes the function gets of each operand: one where it takes an array and
        the layout has none."""
        from ..core import types

        return [len(core) or int(isinstance(kind, types.Array))
                for core, kind in zip(sum(self._cores, []), row.args, strict=True)]

    def _operands(self, row):
        return tuple((dtype, ndim, i >= self.nin or i in self._writable or not self.nout and ndim > 0)
                     for i, (dtype, ndim) in enumerate(zip(row.dtypes, self._axes(row), strict=True)))

    def _dims(self, row):
        cores = sum(self._cores, [])
        names = list(dict.fromkeys(name for core in cores for name in core))
        return tuple(dim for core, ndim in zip(cores, self._axes(row), strict=True)
                     for dim in (map(names.index, core) if core else [-1] * ndim))

    def add(self, fty):
        """Adds a loop for a signature: "void(float64[:], float64[:])"."""
        from ..core import types

        signature = normalized(fty)
        if self._frozen:
            raise RuntimeError(f"compilation disabled for {self}")
        if signature.return_type not in (None, types.none, types.void):
            raise TypeError("gufunc kernel must have void return type")
        if len(signature.args) != self.nargs:
            raise errors.TypingError(f"the signature {fty} has {len(signature.args)} arguments, {self.__name__} takes "
                                     f"{self.nargs}")
        for i, (core, kind) in enumerate(zip(sum(self._cores, []), signature.args, strict=True)):
            self._check(i, len(core), kind)
        return self._add_row(_GRow(signature.args))

    def _check(self, i, ndim, kind):
        from ..core import types

        if not isinstance(kind, types.Array):
            dtype_of(kind)
            if ndim or i >= self.nin:
                raise TypeError(f"scalar type {kind} given for non scalar argument #{i + 1}")
        elif kind.ndim != (ndim or 1):
            raise TypeError(f"type and shape signature mismatch for arg #{i + 1}")
        else:
            dtype_of(kind.dtype)

    def _grow(self, args):
        """The loop for arguments and results: that of their types, or the first that takes
        them as NumPy casts; a new one if there is none."""
        from ..core import types

        given = [np.asarray(arg).dtype for arg in args]
        for i, dtype in enumerate(given):
            if dtype.kind not in "biufcV":
                raise TypeError(f"argument {i + 1} of {self.__name__} has elements of dtype {dtype}: it takes numbers, "
                                "bool and records")
        kinds = list(map(numpy_support.from_dtype, given))
        dtypes = tuple(map(dtype_of, kinds))
        with self._lock:
            for row in self._rows:
                if row.dtypes == dtypes:
                    return row
            for row in self._rows:
                if all(map(np.can_cast, dtypes[:self.nin], row.dtypes)) and all(
                        np.can_cast(a, b, "same_kind")
                        for a, b in zip(row.dtypes[self.nin:], dtypes[self.nin:], strict=True)):
                    return row
            row = self.add(types.void(*(kind if not core and i < self.nin else types.Array(kind, len(core) or 1, "A")
                                        for i, (core, kind) in enumerate(zip(sum(self._cores, []), kinds,
                                                                             strict=True)))))
            try:
                self._infer(row, "A")
            except BaseException:  # it leaves no loop behind
                self._rows.remove(row)
                self._ufuncs.clear()
                raise
            return row

    def _call(self, args, kwargs):
        found, result = self._overridden("__call__", args, kwargs)
        if found:
            return result
        if self.is_dynamic and not self._frozen:
            out = kwargs.pop("out", ())
            args = (*args, *(out if isinstance(out, tuple) else (out,)))
            if len(args) != self.nargs:
                raise TypeError(f"Too few arguments for function '{self.__name__}'. Note that the pattern `out = "
                                "gufunc(Arg1, Arg2, ..., ArgN)` is not allowed. Use `gufunc(Arg1, Arg2, ..., ArgN, "
                                "out) instead.")
            row = self._grow(args)
            if not kwargs.keys() & {"signature", "dtype"}:
                kwargs["signature"] = row.dtypes  # several may take the same arguments for other results
        return self.ufunc(*args, **kwargs)

    def __repr__(self):
        return f"<{type(self).__module__.partition('.')[0]}._GUFunc '{self.__name__}'>"


# ---- decorators ----

_TARGETS = ("cpu", "parallel")
_DEVICES = ("cuda", "gpu", "opencl", "interp")
_OPTIONS = frozenset(("boundscheck", "cache", "debug", "error_model", "fastmath", "forceobj", "identity", "locals",
                      "looplift", "nogil", "nopython", "parallel", "target", "writable_args", "is_dynamic"))


def split_options(options):
    """(identity, target, the other options) of a decorator."""
    options = dict(options)
    unknown = sorted(options.keys() - _OPTIONS)
    if unknown:
        raise KeyError(f"Unrecognized options: {set(unknown)}. Known options are {sorted(_OPTIONS)}")
    if options.pop("forceobj", False) or options.pop("nopython", True) is False:
        raise errors.OptionError("there is no object mode: remove forceobj=True and nopython=False")
    target = options.pop("target", "cpu")
    if target not in (*_TARGETS, *_DEVICES):
        raise ValueError(f"Unsupported target: {target}")
    options.pop("cache", None)
    return options.pop("identity", None), target, options


def vectorize(ftylist_or_function=(), **options):
    """numba.vectorize: a function of numbers becomes a numpy.ufunc.

    With signatures it has these loops; without, one for each new type of arguments, made
    when it is called with them. Options:

    identity       what reductions begin with: 0, 1, "reorderable", None
    target         "cpu", "parallel": on all threads; or a device
    fastmath, boundscheck, error_model   as of jit; error_model is "numpy" here

    With target "cuda", "opencl" or "interp" the function runs as a kernel, and takes arrays
    of the device, too. "cuda" is the current device, whichever that is."""
    identity, target, options = split_options(options)
    kind = DUFunc
    if target in _DEVICES:
        from .device_ufunc import DeviceUFunc as kind
    given = ftylist_or_function
    if inspect.isfunction(given) or isinstance(given, Compiled):
        return kind(given, identity, targetoptions=options, target=target)
    signatures = [given] if isinstance(given, str) else list(given)

    def decorate(function):
        made = kind(function, identity, targetoptions=options, target=target)
        for sig in signatures:
            made.add(sig)
        if signatures:
            made.disable_compile()
        return made

    return decorate


def guvectorize(*args, **options):
    """numba.guvectorize: a function of arrays becomes a generalized ufunc of NumPy, which calls
    it for each of those that arrays with more axes hold.

    guvectorize(signatures, layout) or, without signatures, guvectorize(layout), which is
    called with its outputs. Options are those of vectorize and

    writable_args  inputs that the function writes, by number or name"""
    if len(args) == 1:
        signatures, layout = [], args[0]
        options.setdefault("is_dynamic", True)
    elif len(args) == 2:
        signatures, layout = args
    else:
        raise TypeError("guvectorize() takes one or two positional arguments")
    signatures = [signatures] if isinstance(signatures, str) else list(signatures)
    identity, target, options = split_options(options)
    writable, dynamic = options.pop("writable_args", ()), options.pop("is_dynamic", False)

    kind = GUFunc
    if target in _DEVICES:
        from .device_gufunc import DeviceGUFunc as kind

    def decorate(function):
        made = kind(function, layout, identity, is_dynamic=dynamic, targetoptions=options, writable_args=writable,
                      target=target)
        for sig in signatures:
            made.add(sig)
        if signatures:
            made.disable_compile()
        return made

    return decorate
