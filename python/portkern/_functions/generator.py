# SPDX-License-Identifier: Apache-2.0
"""Generators: functions with njit that have a yield. A call makes the generator's frame in
the memory of compiled code, and next(g) calls the function again with that behind the
arguments (frontend/lower/host/generator.c, python/src/host/generator.c)."""
import inspect

from .. import _core, errors
from . import containers
from .host import CPUDispatcher


def _alike(value):
    """An argument of the same type that is quickly passed: the frame has the other one."""
    return value[:1] if isinstance(value, list) and value else value


class GeneratorDispatcher(CPUDispatcher):
    """A function with njit and a yield: calling it gives a generator."""

    def __init__(self, py_func, targetoptions=None, signatures=()):
        super().__init__(py_func, targetoptions, signatures)
        members = {"__slots__": (), "__doc__": py_func.__doc__, "__module__": py_func.__module__,
                   "__qualname__": py_func.__qualname__}
        self._frame_type = type(py_func.__name__, (_core.Generator,), members)

    def __call__(self, *args, **kwargs):
        if kwargs or len(args) < self.py_func.__code__.co_argcount:
            bound = inspect.signature(self.py_func).bind(*args, **kwargs)
            bound.apply_defaults()
            args = bound.args
        if any(map(containers.is_list_of_arrays, args)):  # the frame would outlive what they are passed in
            raise errors.UnsupportedError(f"{self.__name__} is a generator, which takes no list of arrays from Python: "
                                          "pass a tuple of them")
        if self._star or containers.has_built(self, args):
            return containers.generator(self, args)
        frame = super().__call__(*args)
        frame._start(self, tuple(map(_alike, args)))
        return frame

    def go_on(self, args, frame):
        """The next item of the generator `frame`, which the function gave for such arguments: where
        each call converts them."""
        return super().__call__(*args, frame)

    def _kernel(self, context):
        function = super()._kernel(context)
        self._keeps = self._frame_type  # arrays that are arguments are kept by the frame
        return function

    def _module_made(self, module):
        module._add_class("generator", self._name, self._frame_type)
