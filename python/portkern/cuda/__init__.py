# SPDX-License-Identifier: Apache-2.0
"""numba.cuda's names, on every device."""
import importlib

from .. import _stubs
from .api import *  # noqa: F401, F403
from .api import _auto_device  # noqa: F401
from .args import In, InOut, Out  # noqa: F401
from .cudadrv.driver import MemoryInfo, MemoryPointer  # noqa: F401
from .decorators import declare_device, jit  # noqa: F401
from .dispatcher import CUDADispatcher  # noqa: F401

# Modules, and where names of others are: opened when they are first asked for.
_MODULES = frozenset(("args", "cg", "compiler", "core", "errors", "extending", "fp16", "kernels", "libdevice",
                      "np", "random", "types", "typing", "utils"))
_HOMES = {
    **dict.fromkeys(("compile", "compile_all", "compile_for_current_device", "compile_ptx",
                     "compile_ptx_for_current_device"), "compiler"),
    **dict.fromkeys(("Reduce", "reduce"), "kernels.reduction"),
    **dict.fromkeys(("Archive", "CUSource", "Cubin", "Fatbin", "LTOIR", "LinkableCode", "Object", "PTXSource"),
                    "cudadrv.linkable_code"),
    **dict.fromkeys(("CudaSupportError", "KernelRuntimeError"), "errors"),
}
implementation = "portkern"


def is_bfloat16_supported():
    """Whether kernels have bfloat16 numbers: no."""
    return False


def _find(name):
    if name in _MODULES:
        return importlib.import_module("." + name, __name__)
    if name == "config":
        return importlib.import_module("portkern.core.config")
    if name in ("devicearray", "driver"):
        return importlib.import_module(".cudadrv." + name, __name__)
    if name in _HOMES:
        home = importlib.import_module("." + _HOMES[name], __name__)
        return home.Reduce if name == "reduce" else getattr(home, name)
    types = importlib.import_module("portkern.core.types")
    if name in types.TOP_LEVEL:
        return getattr(types, name)
    return _stubs.lookup("numba.cuda", name)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    value = globals()[name] = _find(name)
    return value
