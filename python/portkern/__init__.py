# SPDX-License-Identifier: Apache-2.0
"""portkern: Numba's kernels on any device.

    from portkern import cuda          # in place of: from numba import cuda

The device is chosen by PORTKERN_BACKEND: cpu, opencl, cuda, interp, or auto."""
import importlib

from . import _convert, _core, _device, _errors

_core._set_hooks(_device.current, _errors.make, _convert.argument, _convert.describe)

__version__ = _core.version

# Name -> the module that has it; opened when it is first asked for.
_LAZY = {"cuda": None, "errors": None, "types": None, "config": None}


def __getattr__(name):
    if name in _LAZY:
        value = importlib.import_module("." + name, __name__)
        globals()[name] = value
        return value
    if name.startswith("_"):
        raise AttributeError(f"module 'portkern' has no attribute {name!r}")
    return importlib.import_module("._stubs", __name__).lookup("numba", name)
