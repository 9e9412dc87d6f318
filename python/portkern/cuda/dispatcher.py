# SPDX-License-Identifier: Apache-2.0
"""cuda.jit and the dispatchers that it makes."""
from .._dispatch import Compiled


class CUDADispatcher(Compiled):
    """A kernel, or with device=True a function for kernels."""

    def __init__(self, function, signatures=None, **options):
        self.targetoptions = options
        words = ([repr(signatures)] if signatures is not None else []) + [f"{k}={v!r}" for k, v in options.items()]
        super().__init__(function, f"cuda.jit({', '.join(words)})" if words else "cuda.jit()")

    def __call__(self, *args, **kwargs):
        if self.targetoptions.get("device"):
            return self.py_func(*args, **kwargs)
        raise ValueError(f"Kernel {self.__qualname__} has no launch configuration: {self.__name__}[grid, block](...)")


def jit(func_or_sig=None, device=False, **options):
    """Makes a kernel of a function: @cuda.jit, @cuda.jit("void(float32[:])"),
    @cuda.jit(device=True)."""
    if device:
        options["device"] = True
    if callable(func_or_sig) and not isinstance(func_or_sig, str):
        return CUDADispatcher(func_or_sig, **options)

    def decorate(function):
        return CUDADispatcher(function, func_or_sig, **options)

    return decorate
