# SPDX-License-Identifier: Apache-2.0
"""Functions for the host that are made of texts, which are no file's."""
import ast
import types as python_types

from . import source
from .host import CPUDispatcher


def function_of_text(text, name, names, like, file):
    """The function of a text, in the module of the function `like` and with more names, and
    its Source."""
    scope = {**like.__globals__, **names}
    exec(compile(ast.parse(text), file, "exec"), scope)  # noqa: S102
    made = python_types.FunctionType(scope[name].__code__, scope, name, scope[name].__defaults__)
    made.__kwdefaults__ = scope[name].__kwdefaults__
    made.__module__, made.__qualname__, made.__doc__ = like.__module__, like.__qualname__, like.__doc__
    return made, source.Source.parsed(text, file, 1, name).read(made)


class FunctionOfText(CPUDispatcher):
    """What such a function is compiled to."""

    def __init__(self, made, options):
        super().__init__(made[0], options)
        self._read_source = made[1]
