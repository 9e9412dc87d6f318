# SPDX-License-Identifier: Apache-2.0
"""portkern: Numba's kernels on any device.

    from portkern import cuda          # in place of: from numba import cuda

The device is chosen by PORTKERN_BACKEND: cpu, opencl, cuda, interp, or auto.

PYTEST_DONT_REWRITE: under `python -m portkern -m pytest` it is imported before pytest,
which would warn of that."""
import importlib
import os
import sys

from . import _library  # noqa: F401 (first: the extension needs the library)
from . import _convert, _core, _device, _errors
from ._tools import report as _report
from ._device import device, devices  # noqa: F401
from ._tools.report import transfers  # noqa: F401

_core._set_hooks(_device._open, _device.current, _device.host, _device.offloading, _device.measured, _errors.make,
                 _convert.argument, _convert.describe, _convert.classes.PlainSlice)

__version__ = _core.version


def _take_settings():
    """What NUMBA_ variables say goes where PORTKERN_ variables say nothing."""
    for theirs, ours in (("NUMBA_CACHE_DIR", "PORTKERN_CACHE_DIR"), ("NUMBA_NUM_THREADS", "PORTKERN_NUM_THREADS")):
        if os.environ.get(theirs):
            os.environ.setdefault(ours, os.environ[theirs])
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0"):
        os.environ.setdefault("PORTKERN_BACKEND", "interp")


def _show_progress():
    """Has compiles that last shown where stderr is a terminal: after PORTKERN_PROGRESS
    seconds, 1 where it is not set; 0 is never."""
    try:
        seconds = float(os.environ.get("PORTKERN_PROGRESS") or 1)
        if seconds > 0 and sys.stderr.isatty():
            _core._set_progress(sys.stderr.fileno(), seconds)
    except (AttributeError, OSError, ValueError):  # no number; stderr is no file
        pass


_take_settings()
_show_progress()
if os.environ.get("PORTKERN_REPORT"):
    _report.install()

# Modules, opened when they are first asked for, and names of functions by theirs.
_MODULES = frozenset(("core", "cuda", "cupy", "errors", "experimental", "extending", "np", "pycc", "typed", "types", "utils"))
_HOMES = {
    "kernel": ".cuda.decorators", **dict.fromkeys(("In", "InOut", "Out"), ".cuda.args"),
    **dict.fromkeys(("device_array", "device_array_like", "event", "pinned_array", "stream", "synchronize", "to_device"),
                    ".cuda.api"),
    "export": "._bundle", "load": "._bundle", "config": ".core.config", "coverage": "._tools.coverage", "debug": "._tools.debug", "device_for_worker": "._worker",
    "explain": "._tools.explain", "profile": "._tools.profile", "typeof": ".core.typing.typeof", "from_dtype": ".np.numpy_support",
    **dict.fromkeys(("carray", "cfunc", "farray"), "._functions.callback"),
    **dict.fromkeys(("generated_jit", "get_num_threads", "get_parallel_chunksize", "get_thread_id",
                     "jit", "jit_module", "literal_unroll", "literally", "njit", "objmode", "parallel_chunksize",
                     "pndindex", "prange", "set_num_threads", "set_parallel_chunksize", "threading_layer"),
                    "._functions.host"), "stencil": "._functions.stencil",
    "guvectorize": "._functions.ufunc", "vectorize": "._functions.ufunc",
}


def _find(name):
    if name in _MODULES:
        return importlib.import_module("." + name, __name__)
    if name == "config":
        return importlib.import_module(".core.config", __name__)
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name], __name__), name)
    from . import errors

    if hasattr(errors, name) and not name.startswith("_"):
        return getattr(errors, name)
    types = importlib.import_module(".core.types", __name__)
    if name in types.TOP_LEVEL:
        return getattr(types, name)
    return importlib.import_module("._stubs", __name__).lookup("numba", name)


def _all():
    """What `from numba import *` gives, as Numba has it: no cuda, and no np, which is
    NumPy in the programs that say so."""
    from . import errors
    from .core import types

    ours = ("CudaLoweringError", "KernelTypeError", "OptionError", "SourceError")
    kinds = (errors.NumbaError, errors.NumbaWarning)
    return ["cfunc", "from_dtype", "guvectorize", "jit", "experimental", "njit", "stencil", "jit_module", "typeof",
            "prange", "vectorize", "objmode", "literal_unroll", "get_num_threads", "set_num_threads",
            "set_parallel_chunksize", "get_parallel_chunksize", "parallel_chunksize", *types.__all__,
            *(name for name, kind in vars(errors).items()
              if isinstance(kind, type) and issubclass(kind, kinds) and name not in ours)]


def from_dlpack(obj, device=None):
    """An array over the memory of an object with DLPack's protocol; a copy of what is
    in host memory when the device does not reach that."""
    from ._interop import from_dlpack as convert

    return convert(obj, device)


def __getattr__(name):
    if name == "__all__":
        return _all()
    if name.startswith("_"):
        raise AttributeError(f"module 'portkern' has no attribute {name!r}")
    value = globals()[name] = _find(name)
    return value
