# SPDX-License-Identifier: Apache-2.0
"""Bundles, which `portkern build` writes: functions and kernels that are compiled."""
import os

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

    def __init__(self, opened, name):
        self._opened = opened
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


class Bundle:
    """The functions and kernels of a bundle, by their names in Python, as attributes."""

    def __init__(self, path):
        opened = _Opened(path)
        kinds = {"host": _Function, "ufunc": _Function, "kernel": _Kernel}
        self._path = opened.path
        self._names = []
        for name, kind, _ in opened.module(_device.host()).functions():
            if kind in kinds:
                self._names.append(name)
                setattr(self, name, kinds[kind](opened, name))

    def __dir__(self):
        return sorted(self._names)

    def __getattr__(self, name):
        raise AttributeError(f"{self._path} has no function {name!r}; it has {', '.join(sorted(self._names)) or 'none'}")

    def __repr__(self):
        return f"<Bundle of {self._path}: {', '.join(sorted(self._names))}>"


def load(path):
    """Opens a bundle that `portkern build` wrote: an object with its functions and
    kernels, which are called and launched as those of a source, for the types that
    the bundle has.

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
