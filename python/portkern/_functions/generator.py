# SPDX-License-Identifier: Apache-2.0
"""Generators: functions with njit that have a yield. A call makes the generator's frame in
the memory of compiled code, and next(g) calls the function again with that behind the
arguments (frontend/lower/host/generator.c, python/src/host/generator.c)."""
from .. import _core
from .host import CPUDispatcher


class GeneratorDispatcher(CPUDispatcher):
    """A function with njit and a yield: calling it gives a generator."""

    def __init__(self, py_func, targetoptions=None, signatures=()):
        super().__init__(py_func, targetoptions, signatures)
        members = {"__slots__": (), "__doc__": py_func.__doc__, "__module__": py_func.__module__,
                   "__qualname__": py_func.__qualname__}
        self._frame_type = type(py_func.__name__, (_core.Generator,), members)

    def _kernel(self, context):
        function = super()._kernel(context)
        self._keeps = self._frame_type  # arrays that are arguments are kept by the frame
        return function

    def _module_made(self, module):
        module._add_class("generator", self._name, self._frame_type)
