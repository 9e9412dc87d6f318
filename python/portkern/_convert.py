# SPDX-License-Identifier: Apache-2.0
"""Arguments that the C extension does not know: arrays of other packages, and
dtypes of records."""
import numpy as np


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


def argument(context, value):
    """What stands for an argument in a launch: a NumPy array, an array of a device,
    a number or a tuple of these. `value` itself when there is nothing."""
    from .cuda.cudadrv import devicearray

    if hasattr(value, "__cuda_array_interface__"):
        return devicearray.from_interface(value, context)
    if isinstance(value, int):  # bool, numbers of classes derived from int
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, complex):
        return complex(value)
    if hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        return np.asarray(value)
    if isinstance(value, (memoryview, bytearray)):
        return np.asarray(value)
    return value
