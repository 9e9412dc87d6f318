# SPDX-License-Identifier: Apache-2.0
"""cuda.compile and its kin: PTX of a function for types of arguments."""
from .. import _core, errors  # noqa: F401
from .decorators import jit
from .._functions.overloads import normalized


def compile(pyfunc, sig, debug=None, lineinfo=False, device=True, fastmath=False, cc=None, opt=None, abi="c",  # noqa: A001
            abi_info=None, output="ptx", forceinline=False, launch_bounds=None):
    """(PTX, type of the result) of a function for a signature. `cc` is the compute
    capability, (7, 5) without one. Functions of kernels have Numba's ABI or none of
    their own: `abi` is taken, and names in the PTX are portkern's."""
    if output not in ("ptx", "ltoir"):
        raise NotImplementedError(f"Unsupported output type: {output}")
    if abi not in ("c", "numba"):
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    if abi == "c" and not device:
        raise NotImplementedError("The C ABI is not supported for kernels")
    if output == "ltoir":
        raise errors.UnsupportedError("portkern makes no LTO-IR: use output='ptx'")
    if device:
        raise errors.UnsupportedError("PTX is made of kernels: functions become part of the kernel that calls them. "
                                      "Write a kernel around the function, and compile that with device=False")
    return _ptx(pyfunc, normalized(sig), cc, debug=debug, lineinfo=lineinfo, fastmath=fastmath,
                launch_bounds=launch_bounds)


def _ptx(pyfunc, signature, cc, **options):
    from ..core.types import void

    if signature.return_type not in (None, void):
        raise TypeError("CUDA kernel must have void return type.")
    kernel = jit(**options)(getattr(pyfunc, "py_func", pyfunc)).compile(signature.args)
    return kernel.inspect_asm(cc), void


def _current_cc():
    """The compute capability of the current device; None where it has none."""
    from .. import _device

    found = getattr(_device.current(), "compute_capability", None)
    return tuple(found) if found else None


def compile_ptx(pyfunc, sig, debug=None, lineinfo=False, device=False, fastmath=False, cc=None, opt=None, abi="numba",
                abi_info=None, forceinline=False, launch_bounds=None):
    """(PTX, none) of a kernel for a signature."""
    return compile(pyfunc, sig, debug, lineinfo, device, fastmath, cc, opt, abi, abi_info, "ptx", forceinline,
                   launch_bounds)


def compile_for_current_device(pyfunc, sig, **options):
    """compile, for the current device's compute capability."""
    return compile(pyfunc, sig, cc=_current_cc(), **options)


def compile_ptx_for_current_device(pyfunc, sig, **options):
    """compile_ptx, for the current device's compute capability."""
    return compile_ptx(pyfunc, sig, cc=_current_cc(), **options)


def compile_all(pyfunc, sig, **options):
    """([PTX], type of the result): one text, as functions are part of their kernel."""
    text, result = compile(pyfunc, sig, **options)
    return [text], result
