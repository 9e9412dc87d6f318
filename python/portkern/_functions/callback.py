# SPDX-License-Identifier: Apache-2.0
"""numba.cfunc: functions that C calls by their address; and arrays over memory that a pointer leads
to, numba.carray and farray.

A callback is ctypes' own: it takes Python's lock, converts the arguments and calls the function, which
is compiled for the types of its signature. So its address is good in any thread."""
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


def _pointee(kind):
    """The dtype of what a pointer leads to; None of what is no pointer."""
    if kind == types.voidptr:
        return np.dtype(np.uint8)
    return numpy_support.as_dtype(kind.dtype) if isinstance(kind, types.CPointer) else None


def _reader(kind):
    """What makes an argument of the function of what C gives: of a pointer an array of one element,
    behind which is what the caller has there."""
    dtype = _pointee(kind)
    if dtype is None:
        return None

    def read(address):
        if not address:
            return np.empty(0, dtype)
        return np.ndarray(1, dtype, (ctypes.c_byte * dtype.itemsize).from_address(address))

    return read


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
        result, *args = map(_in_c, (self._sig.return_type, *self._sig.args))
        readers = list(map(_reader, self._sig.args))
        args = [ctypes.c_void_p if reader else kind for kind, reader in zip(args, readers, strict=True)]
        function, cpu = self._compiled, _device.device("cpu")

        def run(*values):
            try:
                return function(*values)
            except BaseException as error:  # noqa: BLE001  there is nobody to tell
                _core._write_unraisable(error, self)
                return 0

        def run_with_pointers(*values):
            with cpu:  # interp wants to know where memory ends
                return run(*(reader(value) if reader else value for value, reader in zip(values, readers, strict=True)))

        return ctypes.CFUNCTYPE(result, *args)(run_with_pointers if any(readers) else run)

    @property
    def address(self):
        """The address of the callback, which is good as long as this object is there."""
        return ctypes.cast(self._callback, ctypes.c_void_p).value

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
