# SPDX-License-Identifier: Apache-2.0
"""The operands of np.nditer as arrays of one shape, whose elements are met in the order of
the last axis: with axes the other way round where more operands are in Fortran's order than
in C's."""
import numpy as np
from portkern.lib import strided
from np_shape import zeros_for


def nditer_array(x):
    if hasattr(x, "strides"):
        return x
    return np.array(x)


def nditer_arrays(ops):
    if len(ops) == 0:
        return ()
    return (nditer_array(ops[0]),) + nditer_arrays(ops[1:])


# The first of those with the most axes: others have its shape, or the end of that.
def nditer_largest(ops):
    if len(ops) == 1:
        return ops[0]
    rest = nditer_largest(ops[1:])
    if ops[0].ndim >= rest.ndim:
        return ops[0]
    return rest


def nditer_order(ops):
    if len(ops) == 0:
        return 0
    return ops[0].flags.f_contiguous - ops[0].flags.c_contiguous + nditer_order(ops[1:])


def nditer_view(x, shape, fortran):
    first = len(shape) - x.ndim
    if x.shape != shape[first:]:
        raise ValueError("nditer(): operands could not be broadcast together")
    strides = zeros_for(shape[:first]) + x.strides
    if fortran:
        shape = shape[::-1]
        strides = strides[::-1]
    return strided(x, shape, strides)


def nditer_views(ops, shape, fortran):
    if len(ops) == 0:
        return ()
    return (nditer_view(ops[0], shape, fortran),) + nditer_views(ops[1:], shape, fortran)


def host_nditer(op):
    if isinstance(op, tuple):
        arrays = nditer_arrays(op)
        return nditer_views(arrays, nditer_largest(arrays).shape, nditer_order(arrays) > 0)
    a = nditer_array(op)
    if a.flags.f_contiguous and not a.flags.c_contiguous:
        return a.T
    return a
