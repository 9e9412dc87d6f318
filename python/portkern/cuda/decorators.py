# SPDX-License-Identifier: Apache-2.0
"""cuda.jit and cuda.declare_device."""
from .. import errors
from .._functions.overloads import check_count, normalized
from .dispatcher import CUDADispatcher, KernelOrFunction

# Options with their defaults, as Numba has them, and those of portkern.
_OPTIONS = {
    "device": False, "inline": "never", "forceinline": False, "link": (), "debug": None, "opt": None, "lineinfo": False,
    "cache": False, "launch_bounds": None, "lto": None, "shared_memory_carveout": None, "fastmath": False,
    "max_registers": None, "extensions": (), "boundscheck": None, "error_model": None, "nopython": True,
}
_GONE = ("argtypes", "restype", "bind")
_CARVEOUTS = ("default", "maxl1", "maxshared")


def _check_carveout(value):
    if value is None:
        return
    if isinstance(value, str):
        if value.lower() not in _CARVEOUTS:
            raise errors.OptionError(f"Invalid carveout value: {value}. Must be -1 to 100 or one of {list(_CARVEOUTS)}")
    elif not isinstance(value, int):
        raise errors.OptionError(f"shared_memory_carveout must be str or int, got {type(value).__name__}")
    elif not -1 <= value <= 100:
        raise errors.OptionError("Carveout must be between -1 and 100")


def _check_names(options):
    for name in _GONE:
        if options.pop(name, None) is not None:
            raise errors.DeprecationError(f"Deprecated keyword argument `{name}`. Signatures should be passed as the "
                                          "first positional argument.")
    unknown = [name for name in options if name not in _OPTIONS]
    if not unknown:
        return
    hints = {"parallel": "remove it: the grid and block of the launch decide what runs in parallel",
             "nogil": "remove it: a launch holds no lock", "target": "remove it: kernels run on the current device"}
    hint = hints.get(unknown[0], f"its options are {', '.join(sorted(_OPTIONS))}")
    raise errors.OptionError(f"cuda.jit takes no option '{unknown[0]}': {hint}")


def _check(options):
    _check_names(options)
    _check_carveout(options.get("shared_memory_carveout"))
    if options.get("link"):
        raise errors.UnsupportedError("link is not supported: portkern links no other code. Write the function in "
                                      "Python, with @cuda.jit(device=True)")
    bounds = options.get("launch_bounds")
    if isinstance(bounds, tuple) and len(bounds) > 3:
        raise errors.OptionError(f"Got {len(bounds)} launch bounds: write launch_bounds=256, or (256, 2)")
    if options.get("inline") not in (None, True, False, "never", "always"):
        raise errors.OptionError(f"inline is 'never' or 'always', not {options['inline']!r}")
    if options.get("nopython") is False:
        raise errors.OptionError("nopython=False: kernels have no object mode")


def _targetoptions(options):
    from ..core import config

    out = {name: options.get(name, default) for name, default in _OPTIONS.items() if name != "nopython"}
    out["debug"] = bool(config.CUDA_DEBUGINFO_DEFAULT if out["debug"] is None else out["debug"])
    out["opt"] = bool(config.OPT) if out["opt"] is None else out["opt"]
    out["extensions"] = list(out["extensions"])
    return out


def _check_result(signature, device):
    from ..core.types import void

    if not device and signature.return_type not in (None, void):
        raise TypeError("CUDA kernel must have void return type.")
    return signature


def _make(function, options, signatures=(), specialized=False):
    from .extended import ExtendedDispatcher

    for signature in signatures:
        check_count(function, signature)
    kind = ExtendedDispatcher if options.get("extensions") else CUDADispatcher
    return kind(function, _targetoptions(options), signatures, specialized)


def jit(func_or_sig=None, device=False, **options):
    """Makes a kernel of a function: @cuda.jit, @cuda.jit("void(float32[:])"),
    @cuda.jit(device=True), cuda.jit(f), cuda.jit([signature, signature]).

    With signatures the arguments of launches are converted to their types. Signatures
    are checked at once, and compiled when they are first launched. Options:

    device           a function for kernels
    fastmath         less exact and faster: True, or a set of LLVM's flags
    boundscheck      an index out of bounds raises IndexError
    debug            boundscheck, and a division by zero raises ZeroDivisionError
    error_model      "python": a division by zero raises; "numpy": it does not
    max_registers    registers of a thread, on CUDA
    launch_bounds    threads of a block; or (threads, blocks of a multiprocessor)
    lineinfo         lines of the source in the PTX
    extensions       objects whose prepare_args replaces arguments of launches

    inline, forceinline, opt, cache, lto and shared_memory_carveout are taken and change
    nothing; link is refused."""
    options["device"] = bool(device)
    _check(options)
    if isinstance(func_or_sig, CUDADispatcher):
        func_or_sig = func_or_sig.py_func
    if _is_signature(func_or_sig):
        signatures, specialized = [func_or_sig], True
    elif isinstance(func_or_sig, list):
        signatures, specialized = func_or_sig, False
    elif func_or_sig is None:
        return lambda function: _make(function, options)
    elif callable(func_or_sig):
        return _make(func_or_sig, options)
    else:
        raise TypeError(f"cuda.jit takes a function or a signature, not {func_or_sig!r}")
    checked = [_check_result(normalized(sig), device) for sig in signatures]
    return lambda function: _make(function, options, checked, specialized)


def jit_of_target(func_or_sig, options):
    """jit(target="gpu"), of whose options kernels have some."""
    made = jit(func_or_sig, **{name: value for name, value in options.items() if name in _OPTIONS})

    def either(dispatcher):
        return KernelOrFunction(dispatcher.py_func, **dispatcher._init_args())

    return either(made) if isinstance(made, CUDADispatcher) else lambda function: either(made(function))


def kernel(func_or_sig=None, **options):
    """Makes a kernel of a function, or with device=True a function for kernels: cuda.jit
    without a vendor's name, in the same spellings and with the same options.

        @portkern.kernel
        def double(x):
            i = portkern.grid(1)
            if i < x.size:
                x[i] *= 2"""
    return jit(func_or_sig, **options)


def _is_signature(value):
    if value is None or hasattr(value, "__code__"):
        return False
    from ..core.sigutils import is_signature

    return is_signature(value)


class ExternFunction:
    """A function in other code than Python, which kernels cannot call here: the
    error comes from the kernel that does."""

    def __init__(self, name, sig):
        self.name, self.sig = name, sig
        self.__name__ = name
        self._portkern_path = f"{name}, of cuda.declare_device,"

    def __call__(self, *args):
        raise errors.UnsupportedError(f"{self.name} is code that portkern does not link: write it in Python, with "
                                      "@cuda.jit(device=True)")

    def __repr__(self):
        return f"<{self.name}: {self.sig}, not linked>"


def declare_device(name, sig, link=None, use_cooperative=False, abi="numba"):
    """Names a function of other code (PTX, CUDA C). It may be declared, and a kernel
    that calls it does not compile: portkern links no other code."""
    if abi not in ("numba", "c"):
        raise NotImplementedError(f"Unsupported ABI: {abi}")
    signature = normalized(sig)
    if signature.return_type is None:
        raise TypeError("Return type must be provided for device declarations")
    return ExternFunction(name, signature)
