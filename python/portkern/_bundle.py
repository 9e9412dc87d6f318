# SPDX-License-Identifier: Apache-2.0
"""Bundles, which `portkern build` writes: functions and kernels that are compiled."""
import os

import numpy as np

from . import _core, _device


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

    def __repr__(self):
        return f"<kernel {self.__name__} of {self._opened.path}>"


_NUMBERS = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 "
            "complex64 complex128").split()


def _maker(text):
    """Makes numbers of the type of that name; None for the name of another type."""
    return np.dtype(text).type if text in _NUMBERS else None


def _exported(function, name, params, result):
    """The function by its name as an export: numbers become what its signature says, as in C."""
    makers = [_maker(text) for text in params]
    make_result = _maker(result)

    def call(*args):
        if len(args) != len(makers):
            raise TypeError(f"{name} takes {len(makers)} argument{'s' * (len(makers) != 1)}, got {len(args)}")
        out = function(*(make(arg) if make else arg for make, arg in zip(makers, args)))
        return make_result(out).item() if make_result else out

    call.__name__ = call.__qualname__ = name
    return call


class Bundle:
    """The functions and kernels of a bundle as attributes: by the names that it exports them by,
    or, where it has none, by their own."""

    def __init__(self, path):
        opened = _Opened(path)
        module = opened.module(_device.host())
        functions = {name: (kind, offloads) for name, kind, _, offloads in module.functions()}
        exports = module.exports()
        self._path = opened.path
        for name, function, params, result in exports:
            kind, offloads = functions[function]
            if kind == "kernel":
                setattr(self, name, _Kernel(opened, name))
            else:
                setattr(self, name, _exported(_Function(opened, function, offloads), name, params, result))
        self._names = [name for name, *_ in exports]
        for name, (kind, offloads) in functions.items() if not exports else ():
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
