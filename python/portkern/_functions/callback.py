# SPDX-License-Identifier: Apache-2.0
"""numba.cfunc: functions that C calls by their address; and arrays over memory that a pointer leads
to, numba.carray and farray.

What C calls is a closure (src/host/callback.c) that goes to what is compiled for the types of the
signature, in any thread and without Python's lock."""
import ctypes
import functools

import numpy as np

from .. import _core, _device
from ..core import types
from ..np import numpy_support
from .host import PlainFunction, njit
from .overloads import check_count, normalized

_NUMBERS = {
    types.boolean: ctypes.c_bool, types.float32: ctypes.c_float, types.float64: ctypes.c_double,
    **{getattr(types, f"{sign}int{bits}"): getattr(ctypes, f"c_{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)}}


def _in_c(kind):
    """The type of ctypes for a type."""
    if kind == types.none:
        return None
    if kind == types.voidptr:
        return ctypes.c_void_p
    found = _in_c(kind.dtype) if isinstance(kind, types.CPointer) else _NUMBERS.get(kind)
    if found is None:
        raise TypeError(f"Cannot convert Numba type '{kind}' to ctypes type")
    return ctypes.POINTER(found) if isinstance(kind, types.CPointer) else found


def _in_c_and_python(kind):
    """The dtype of a number, or of what a pointer leads to; and whether it is a pointer."""
    if kind == types.voidptr:
        return np.dtype(np.uint8), True
    is_pointer = isinstance(kind, types.CPointer)
    return numpy_support.as_dtype(kind.dtype if is_pointer else kind), is_pointer


class CFunc(PlainFunction):
    """A function with cfunc. Calling it runs it as Python, as in Numba; it is compiled when it is first
    asked for its address, or by compile()."""

    def __init__(self, py_func, sig=None, options=None):
        super().__init__(py_func)
        self._sig, self._options = sig, options or {}

    def _init_args(self):
        return {"sig": self._sig, "options": self._options}

    def compile(self):
        """Compiles it: TypingError and its like where that fails."""
        return self._compiled

    @functools.cached_property
    def _compiled(self):
        function = njit(self._sig, **self._options)(self.py_func)
        function._inferred(self._sig.args)
        return function

    @functools.cached_property
    def _callback(self):
        for kind in (self._sig.return_type, *self._sig.args):
            _in_c(kind)  # TypeError where C has no such type
        params = tuple(map(_in_c_and_python, self._sig.args))
        result = None if self._sig.return_type == types.none else numpy_support.as_dtype(self._sig.return_type)
        # interp wants to know where memory ends
        context = _device.device("cpu").context if any(is_pointer for _, is_pointer in params) else _device.host()
        made = _core.Callback(self, self._compiled, context, params, result)
        made.function.compile(tuple(np.zeros(1, dtype) if is_pointer else dtype.type(0) for dtype, is_pointer in params))
        return made

    @property
    def address(self):
        """The address of the callback, which is good as long as this object is there."""
        return self._callback.address

    @functools.cached_property
    def ctypes(self):
        """The callback as a function of ctypes."""
        return ctypes.CFUNCTYPE(*map(_in_c, (self._sig.return_type, *self._sig.args)))(self.address)

    @functools.cached_property
    def cffi(self):
        """The callback as a pointer of cffi."""
        import cffi

        return cffi.FFI().cast("void *", self.address)

    @property
    def native_name(self):
        """A name for the callback that no other one in the process has. It is no symbol of the linker's."""
        return f"cfunc.{self.py_func.__module__}.{self.py_func.__qualname__}.{self.address:x}"

    def inspect_llvm(self):
        """The LLVM IR of the function."""
        return self._compiled.inspect_llvm(self._sig.args)

    @property
    def cache_hits(self):
        """How often it was taken from the disk cache."""
        return sum(self._compiled.stats.cache_hits.values())

    def _portkern_function(self):
        """What compiled functions call for it."""
        return self._compiled

    def __repr__(self):
        return f"<Numba C callback {self.__qualname__!r}>"


def cfunc(sig, locals=None, cache=False, pipeline_class=None, **options):
    """numba.cfunc(signature)(function): a function that C calls by its address."""
    sig = normalized(sig)
    if sig.return_type is None:
        raise TypeError("C callback needs an explicit return type")
    options.update({"locals": locals} if locals else {})
    if pipeline_class is not None:
        options["pipeline_class"] = pipeline_class

    def decorate(function):
        check_count(function, sig)
        return CFunc(function, sig, options)

    return decorate


def carray(ptr, shape, dtype=None):
    """An array in C order of this shape over the memory of a ctypes pointer."""
    return _array(ptr, shape, dtype, "C")


def farray(ptr, shape, dtype=None):
    """The same in Fortran order."""
    return _array(ptr, shape, dtype, "F")


def _array(ptr, shape, dtype, order):
    ptr = getattr(ptr, "_as_parameter_", ptr)
    dtype = None if dtype is None else np.dtype(dtype)
    if isinstance(ptr, ctypes.c_void_p):
        if dtype is None:
            raise TypeError("explicit dtype required for void* argument")
    elif isinstance(ptr, ctypes._Pointer):
        held = np.dtype(ptr._type_)
        if dtype is not None and dtype != held:
            raise TypeError(f"mismatching dtype '{dtype}' for pointer {ptr}")
        dtype = held
    else:
        raise TypeError(f"expected a ctypes pointer, got {ptr!r}")
    size = dtype.itemsize * int(np.prod(shape, dtype=np.intp))
    memory = (ctypes.c_byte * size).from_address(ctypes.cast(ptr, ctypes.c_void_p).value or 0)
    return np.ndarray(shape, dtype, memory, order=order)


carray._portkern_path, farray._portkern_path = "numba.carray", "numba.farray"
