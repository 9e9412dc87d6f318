# SPDX-License-Identifier: Apache-2.0
"""Arguments that the C extension does not know: arrays of other packages, and
dtypes of records."""
import ast
import types

import numpy as np

from . import _core
from ._functions import classes


def describe(dtype):
    """A record's dtype as pk_structure_get reads it."""

    def field(name):
        inner, offset = dtype.fields[name][:2]
        return name, _format(inner), offset

    names, formats, offsets = zip(*map(field, dtype.names), strict=True) if dtype.names else ((), (), ())
    return (f"{{'names': [{', '.join(map(_quoted, names))}], 'formats': [{', '.join(formats)}], "
            f"'offsets': [{', '.join(map(str, offsets))}], 'itemsize': {dtype.itemsize}}}")


def _quoted(name):
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _format(dtype):
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return f"({_format(base)}, ({', '.join(map(str, shape))},))"
    return describe(dtype) if dtype.names else _quoted(dtype.str)


def dtype(text):
    """The dtype that describe() wrote."""
    return np.dtype(ast.literal_eval(text))


def argument(context, value, is_call):
    """What stands for an argument in a launch, or in a call of a function of the host: a
    NumPy array, an array of a device, a number, a function that is compiled, or a tuple of
    these. `value` itself when there is nothing; TypingError in a call."""
    if isinstance(value, slice):
        return classes.of_slice(value)
    if type(value).__name__ == "Generator" and isinstance(value, np.random.Generator):
        from ._functions import numpy_generator

        return numpy_generator.of_generator(value)
    from .cuda.cudadrv.devicearray import as_device_memory, auto_device

    if is_call and isinstance(value, (list, dict, set, frozenset, str)):
        from ._functions.containers import Containers

        raise Containers("a container cannot be passed here: call the function with it")
    if isinstance(value, type):
        return _in_call(value) if is_call else value
    if isinstance(value, _core.Hint):  # In(array)
        return auto_device(value.value, context=context)[0]
    found = as_device_memory(value, context)
    if found is not None:
        return found
    if isinstance(value, np.ndarray):  # of a class derived from it
        return np.asarray(value)
    if isinstance(value, int):  # bool, numbers of classes derived from int
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, complex):
        return complex(value)
    if hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        return _of_dlpack(context, value)
    if isinstance(value, (memoryview, bytearray)):
        return np.asarray(value)
    return _in_call(value) if is_call else value


def _in_call(value):
    """A function for one that others call, a dtype for one of Numba's types; else TypingError, as Numba has it."""
    from . import errors
    from ._functions import capture, containers

    dtype = containers.dtype_of(value)
    if dtype is not None:
        return dtype
    function = capture.compiled(value)
    if isinstance(function, _core.HostDispatcher):
        return function
    hint = ("write @njit above its def" if isinstance(value, types.FunctionType) else
            "call it in a function with @njit, and pass that" if callable(value) else
            "pass numbers, arrays, tuples of these and functions with @njit")
    raise errors.TypingError(f"a function of the host takes no {type(value).__name__}: {hint}")


def _of_dlpack(context, value):
    from ._interop import host_array_of_dlpack

    return host_array_of_dlpack(context, value)
