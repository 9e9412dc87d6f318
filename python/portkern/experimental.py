# SPDX-License-Identifier: Apache-2.0
"""numba.experimental: classes whose objects compiled code makes and uses."""


def jitclass(cls_or_spec=None, spec=None):
    """numba.experimental.jitclass: a class whose methods are compiled. The spec says the types
    of fields, a list of pairs or a dict; annotations in the class say more.

    >>> @portkern.experimental.jitclass([("x", portkern.float64)])
    ... class Point:
    ...     def __init__(self, x):
    ...         self.x = x
    ...     def double(self):
    ...         return 2 * self.x
    >>> Point(1.5).double()
    3.0

    An object is a reference to the same memory in Python and in functions with njit."""
    from .core import config

    cls = cls_or_spec if isinstance(cls_or_spec, type) else None
    spec = spec if spec is not None or cls else cls_or_spec

    def decorate(kind):
        from ._functions import jitclass

        return kind if config.DISABLE_JIT else jitclass.jitclass(kind, spec)

    return decorate(cls) if cls else decorate
