# SPDX-License-Identifier: Apache-2.0
"""Bundles, which `portkern build` writes: functions and kernels that are compiled."""
import inspect
import os

import numpy as np

from . import _core, _device, errors


class _Opened:
    """A bundle's file, opened once in each context."""

    def __init__(self, path):
        self.path = os.path.abspath(os.fspath(path))
        self._modules = {}

    def module(self, context):
        if context not in self._modules:
            self._modules[context] = _core.Module.from_bundle(context, self.path)
        return self._modules[context]


class _Function(_core.HostDispatcher):
    """A function of a bundle."""

    py_func = None  # its classes of exceptions are Python's own

    def __init__(self, opened, name, offloads):
        self._opened = opened
        self._offloads = int(offloads)
        self._texts = set()
        self.__name__ = self.__qualname__ = name

    def _kernel(self, context):
        return _core.Function(self._opened.module(context), self.__name__)

    def __repr__(self):
        return f"<function {self.__name__} of {self._opened.path}>"


class _Kernel(_core.Dispatcher):
    """A kernel of a bundle."""

    def __init__(self, opened, name):
        self._opened = opened
        self.__name__ = self.__qualname__ = name

    def _kernel(self, context):
        return _core.Kernel(self._opened.module(context), self.__name__)

    def __call__(self, *args):
        raise ValueError(f"{self.__name__} is a kernel, which is launched: {self.__name__}[blocks, threads](...)")

    def __repr__(self):
        return f"<kernel {self.__name__} of {self._opened.path}>"


_NUMBERS = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
            "complex64 complex128").split()


_PLAIN = frozenset((bool, int, float))  # classes of numbers that become any others


def _maker(text):
    """Makes numbers of the type of that name; None for the name of another type."""
    return np.dtype(text).type if text in _NUMBERS else None


class _Signature:
    """What an export takes: the names of its parameters and the texts of their types."""

    def __init__(self, name, names, params, result):
        self.name, self.names, self.params = name, names, params
        self.text = ", ".join(f"{n}: {text}" for n, text in zip(names, params, strict=True))
        self.doc = f"{name}({self.text}) -> {result}"
        self.python = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=text)
                                         for n, text in zip(names, params, strict=True)], return_annotation=result)

    def bind(self, args, words):
        """The arguments in order, of which some were passed by name."""
        try:
            return self.python.bind(*args, **words).args
        except TypeError as error:
            raise TypeError(f"{self.name}({self.text}): {error}") from None

    def refuse(self, what):
        """Raises: an argument is not what it takes."""
        raise TypeError(f"{self.name} takes ({self.text}), and {what}") from None

    def number(self, make, i, arg):
        """The number as one of the parameter's type."""
        if isinstance(arg, (str, bytes, type(None))) or np.ndim(arg):
            self.refuse(f"{self.names[i]} is a {type(arg).__name__}")
        try:
            return make(arg)
        except TypeError:
            return self.refuse(f"{self.names[i]} is a {type(arg).__name__}")

    def explain(self, args):
        """Raises where an argument is seen to be what the export does not take."""
        for name, text, arg in zip(self.names, self.params, args, strict=True):
            wrong = _wrong(text, arg)
            if wrong:
                self.refuse(f"{name} {wrong}")
        for name, arg in zip(self.names, args, strict=True):
            if isinstance(arg, np.ndarray) and not arg.flags.writeable:
                self.refuse(f"{name} is read-only: the function may write to it")


def _wrong(text, arg):
    """What is wrong with an argument for a parameter of that type, in words; None: nothing that is seen here."""
    dtype, bracket, axes = text.partition("[")
    if not bracket:
        return None
    if not isinstance(arg, np.ndarray):
        known = any(hasattr(arg, name) for name in ("__array_interface__", "__cuda_array_interface__", "__dlpack__"))
        return None if known else f"is a {type(arg).__name__}"
    if arg.dtype != dtype or arg.ndim != axes.count(",") + 1:
        return f"is an array of {arg.dtype} with {arg.ndim} ax{'is' if arg.ndim == 1 else 'es'}"
    if axes.endswith("::1]") and not arg.flags.c_contiguous:
        return "is not in C order: pass np.ascontiguousarray(...)"
    if axes.startswith("::1,") and not arg.flags.f_contiguous:
        return "is not in Fortran's order: pass np.asfortranarray(...)"
    return None


def _exported(function, name, names, params, result):
    """The function by its name as an export: numbers become what its signature says, as in C."""
    makers = [_maker(text) for text in params]
    make_result = _maker(result)
    signature = _Signature(name, names, params, result)
    places = range(len(makers))

    def call(*args, **words):
        if words:
            args = signature.bind(args, words)
        if len(args) != len(makers):
            raise TypeError(f"{name} takes {len(makers)} argument{'s' * (len(makers) != 1)} ({signature.text}), got {len(args)}")
        args = [arg if make is None else make(arg) if type(arg) in _PLAIN else signature.number(make, i, arg)
                for i, make, arg in zip(places, makers, args)]
        try:
            out = function(*args)
        except errors.UnsupportedError:
            signature.explain(args)
            raise
        return make_result(out).item() if make_result else out

    call.__name__ = call.__qualname__ = name
    call.__doc__, call.__signature__ = signature.doc, signature.python
    return call


class Bundle:
    """The functions and kernels of a bundle as attributes: by the names that it exports them by,
    or, where it has none, by their own."""

    def __init__(self, path):
        opened = _Opened(path)
        module = opened.module(_device.host())
        functions = {name: (kind, offloads, params) for name, kind, _, offloads, params in module.functions()}
        exports = module.exports()
        self._path = opened.path
        for name, function, params, result in exports:
            kind, offloads, names = functions[function]
            if kind == "kernel":
                setattr(self, name, _Kernel(opened, name))
            else:
                setattr(self, name, _exported(_Function(opened, function, offloads), name, names, params, result))
        self._names = [name for name, *_ in exports]
        for name, (kind, offloads, _) in functions.items() if not exports else ():
            if kind in ("host", "ufunc", "kernel"):
                self._names.append(name)
                setattr(self, name, _Kernel(opened, name) if kind == "kernel" else _Function(opened, name, offloads))

    def __dir__(self):
        return sorted(self._names)

    def __getattr__(self, name):
        raise AttributeError(f"{self._path} has no function {name!r}; it has {', '.join(sorted(self._names)) or 'none'}")

    def __repr__(self):
        return f"<Bundle of {self._path}: {', '.join(sorted(self._names))}>"


def load(path):
    """Opens a bundle that `portkern build` wrote: an object with its functions and
    kernels by the names by which they were exported. Numbers become what the signature
    of the export says.

    >>> stats = portkern.load("stats.pkb")      # doctest: +SKIP
    >>> stats.norm(np.array([3.0, 4.0]), 2)     # doctest: +SKIP
    5.0"""
    return Bundle(path)


def export(signature, name=None):
    """Has `portkern build` export a function with that signature, in C by `name` if it is
    another one; in Python it stays as it is.

    >>> @portkern.export("f8(f8[:], i8)")
    ... @portkern.njit
    ... def norm(x, n):
    ...     return (abs(x) ** n).sum() ** (1 / n)
    >>> norm(np.array([3.0, 4.0]), 2)
    5.0"""
    if callable(signature):
        raise TypeError('write @portkern.export("f8(f8[:], i8)"): a library has functions for certain types')
    return lambda function: function
