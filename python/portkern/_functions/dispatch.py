# SPDX-License-Identifier: Apache-2.0
"""Functions that portkern compiles: their source, the values of their names, and
what is made of them for each device."""
import functools
import os
import threading

from .. import _core
from . import program, source, type_text
from .pickle import Picklable

_making = threading.RLock()  # one for all: functions in a circle are made together
# In a child of fork another thread may have held it.
os.register_at_fork(after_in_child=_making._at_fork_reinit)


class Compiled(Picklable, _core.Dispatcher):
    """A function that is compiled when it is used. What is derived has
    _decorator(values): the words by which the C library's frontend is told what to
    make of it, "cuda.jit(device=True)"; it puts values that these words name into
    `values`."""

    _object_type = None  # of a class with jitclass: that of its objects in Python

    def __init__(self, function):
        self.py_func = function
        self._modules = {}
        self._values = None  # of its names, as pickles have them, when it was compiled
        self._lock = _making
        functools.update_wrapper(self, function)

    def _in_functions(self):
        """What compiled functions call for it."""
        return self

    @property
    def _name(self):
        return self._source.name

    @property
    def _source(self):
        """The Source. Python 3.11's cached_property has a lock, which fork may leave held."""
        if self._read_source is None:
            self._read_source = source.source_of(self.py_func)
        return self._read_source

    def _module(self, context):
        """The _core.Module of the function in a context."""
        with self._lock:
            if context not in self._modules:
                for dispatcher, module in program.make(self, context).items():
                    dispatcher._modules[context] = module
            return self._modules[context]

    def _pieces(self):
        """(function, Source) of each function that it has."""
        return [(self.py_func, self._source)]

    def _uses(self):
        """What it uses besides what its functions name."""
        return []

    def _decorated(self, values, context):
        """The text behind its own."""
        name = self._source.name
        return f"{name} = {type_text.ROOT}.{self._decorator(values)}({name})\n"

    def _module_made(self, module):
        """Its _core.Module is made."""

    def _kernel(self, context):
        return _core.Kernel(self._module(context), self._name)

    def prepare(self, grid, block, *args, stream=0, sharedmem=0, **kwargs):
        """A launch that is bound once, to be made many times: a Prepared, whose launch()
        makes it, and whose set(i, value) and configure(grid, block) change it.

        >>> @cuda.jit
        ... def add(x, n):
        ...     x[cuda.grid(1)] += n
        >>> x = cuda.to_device(np.zeros(2))
        >>> step = add.prepare(1, 2, x, 1.0)
        >>> step.launch()
        >>> step.set("n", 10.0)
        >>> step.launch()
        >>> x.copy_to_host()
        array([11., 11.])"""
        from . import extension

        return extension.resolved(self, lambda: self[grid, block, stream, sharedmem].prepare(*args, **kwargs))

    def __get__(self, obj, kind=None):
        return self if obj is None else functools.partial(self, obj)
