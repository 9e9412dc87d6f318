# SPDX-License-Identifier: Apache-2.0
"""Hints for arguments of launches: what the kernel does with an array of the host."""
from .. import _core

ArgHint = _core.Hint


def In(value):
    """The kernel reads the array: it is copied to the device only. For arguments of
    launches."""
    return _core.Hint("in", value)


def Out(value):
    """The kernel writes the array, all of it: it is copied from the device only.

    >>> @cuda.jit
    ... def ones(x):
    ...     x[cuda.grid(1)] = 1
    >>> x = np.empty(4)
    >>> ones[1, 4](cuda.Out(x))
    >>> x
    array([1., 1., 1., 1.])"""
    return _core.Hint("out", value)


def InOut(value):
    """The kernel reads and writes the array."""
    return _core.Hint("inout", value)


def wrap_arg(value, default=InOut):
    """The value, with a hint when it has none."""
    return value if isinstance(value, ArgHint) else default(value)
