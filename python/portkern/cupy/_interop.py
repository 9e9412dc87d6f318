# SPDX-License-Identifier: Apache-2.0
"""NumPy's functions of arrays that are on a device: np.sum(x) is cupy.sum(x)."""
import numpy as np


def namesake(function):
    """This package's function of the name of NumPy's; None where there is none."""
    from .. import cupy

    home = function.__module__ or "numpy"
    if home == "numpy.linalg":
        from . import linalg as module
    elif home.startswith("numpy"):
        module = cupy
    else:
        return None
    found = module.__dict__.get(function.__name__)
    return found if callable(found) else None


def get_array_module(*args):
    """This package where an argument is one of its arrays, else NumPy."""
    from .. import cupy
    from ._array import ndarray

    return cupy if any(isinstance(arg, ndarray) for arg in args) else np


def fuse(*args, **kwargs):
    """A decorator that does nothing: expressions are fused without it. What a function
    computes with elements of arrays of one shape is one kernel, when its result is used."""
    if len(args) == 1 and callable(args[0]) and not kwargs:
        return args[0]
    return lambda function: function
