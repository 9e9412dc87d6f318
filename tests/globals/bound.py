# SPDX-License-Identifier: Apache-2.0
"""portkern's C API for this folder's test: a module of a text and Python values
that are bound to its names, and launches of its kernels."""
import ctypes
import enum
import os
import types

import numpy as np

POINTER, SIZE, TEXT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
DTYPES = ("void bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 "
          "complex128").split()
NONE, SCALAR, TUPLE, IN, _, INOUT, _, _, STRING, DTYPE, _, CLASS, CLASS_TUPLE, CLASS_MEMBER = range(14)
NAMED_TUPLE, ENUM, INT_ENUM = range(3)


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("driver_code", ctypes.c_int32), ("line", ctypes.c_uint32),
                ("col", ctypes.c_uint32), ("end_col", ctypes.c_uint32), ("file", ctypes.c_char * 256),
                ("message", ctypes.c_char * 768)]


class Array(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int), ("ndim", ctypes.c_uint32), ("shape", ctypes.c_int64 * 8),
                ("strides", ctypes.c_int64 * 8), ("buffer", POINTER), ("offset", SIZE), ("host", POINTER),
                ("structure", POINTER)]


class Arg(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("dtype", ctypes.c_int), ("words", POINTER * 3)]


class Class(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("kind", ctypes.c_int), ("name", TEXT),
                ("names", ctypes.POINTER(TEXT)), ("count", SIZE), ("values", ctypes.POINTER(Arg)),
                ("value_count", SIZE)]


class Global(ctypes.Structure):
    _fields_ = [("name", TEXT), ("value", Arg)]


class Config(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32 * 3),
                ("shared_bytes", ctypes.c_uint32)]


class Failure(Exception):
    """A call that the library refuses, with its words."""


class Portkern:
    """A context on the backend that the environment names, and its queue."""

    def __init__(self):
        self.lib = ctypes.CDLL(os.environ["PORTKERN_LIBRARY"])
        self.error = Error()
        self.context, self.queue = POINTER(), POINTER()
        self.call("pk_context_create", None, ctypes.byref(self.context))
        self.call("pk_queue_create", self.context, ctypes.byref(self.queue))

    def call(self, function, *args):
        """Calls a function that gets an error last."""
        if getattr(self.lib, function)(*args, ctypes.byref(self.error)):
            raise Failure(self.error.message.decode())

    def close(self):
        self.lib.pk_queue_release(self.queue)
        self.lib.pk_context_release(self.context)


class Values:
    """Python values as pk_arg; it keeps alive what these point to."""

    def __init__(self, portkern):
        self.portkern, self.kept = portkern, []

    def keep(self, value):
        self.kept.append(value)
        return value

    def address(self, value):
        return ctypes.addressof(self.keep(value))

    def words(self, kind, *words, dtype=0):
        return Arg(kind, dtype, (POINTER * 3)(*words))

    def args(self, values):
        return (Arg * max(1, len(values)))(*[self.arg(v) for v in values])

    def structure(self, dtype):
        text = str(dtype.descr) if dtype.isalignedstruct is False else str({
            "names": list(dtype.names), "formats": [dtype.fields[n][0].descr if dtype.fields[n][0].names else
                                                    dtype.fields[n][0].str for n in dtype.names],
            "offsets": [dtype.fields[n][1] for n in dtype.names], "itemsize": dtype.itemsize})
        out = POINTER()
        self.portkern.call("pk_structure_get", self.portkern.context, text.encode(), 0, ctypes.byref(out))
        return out.value

    def array(self, a):
        a = self.keep(np.asarray(a))
        return Array(DTYPES.index(a.dtype.name) if not a.dtype.names else 0, a.ndim,
                     (ctypes.c_int64 * 8)(*a.shape), (ctypes.c_int64 * 8)(*a.strides), None, 0, a.ctypes.data,
                     self.structure(a.dtype) if a.dtype.names else None)

    def scalar(self, value):
        value = np.asarray(value)
        arg = self.words(SCALAR, dtype=DTYPES.index(value.dtype.name))
        bits = value.tobytes()
        if value.dtype.kind == "i":
            bits = np.int64(value).tobytes()
        ctypes.memmove(ctypes.addressof(arg) + 8, bits, len(bits))
        return arg

    def class_of(self, kind):
        """The pk_class of a Python class."""
        if issubclass(kind, enum.Enum):
            names = list(kind.__members__)
            values = [kind.__members__[n].value for n in names]
            which = INT_ENUM if issubclass(kind, enum.IntEnum) else ENUM
        else:
            names, which = list(kind._fields), NAMED_TUPLE
            values = [kind._field_defaults[n] for n in names if n in kind._field_defaults]
        name = f"{kind.__module__}.{kind.__qualname__}"
        return self.address(Class(ctypes.sizeof(Class), which, name.encode(),
                                  self.keep((TEXT * max(1, len(names)))(*[n.encode() for n in names])), len(names),
                                  self.keep(self.args(values)), len(values)))

    def arg(self, value):
        if value is None:
            return self.words(NONE)
        if isinstance(value, enum.Enum):
            return self.words(CLASS_MEMBER, self.class_of(type(value)), None,
                              self.address(ctypes.create_string_buffer(value.name.encode())))
        if isinstance(value, type) and (issubclass(value, enum.Enum) or hasattr(value, "_fields")):
            return self.words(CLASS, self.class_of(value))
        if isinstance(value, np.dtype) and value.names:
            return self.words(DTYPE, self.structure(value))
        if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
            return self.words(DTYPE, dtype=DTYPES.index(np.dtype(value).name))
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return self.words(CLASS_TUPLE, self.class_of(type(value)), self.address(self.args(value)))
        if isinstance(value, tuple):
            return self.words(TUPLE, self.address(self.args(value)), len(value))
        if isinstance(value, str):
            return self.words(STRING, self.address(ctypes.create_string_buffer(value.encode())))
        if isinstance(value, (np.ndarray, np.void)):
            return self.words(IN, self.address(self.array(value)))
        return self.scalar(value)

    def globals(self, names):
        """What is bound to names; modules and other namespaces by their attributes."""
        flat = {}
        for name, value in names.items():
            self.flatten(name, value, flat)
        return (Global * max(1, len(flat)))(*[Global(self.keep(n.encode()), self.arg(v))
                                              for n, v in flat.items()]), len(flat)

    def flatten(self, name, value, out):
        if isinstance(value, (types.ModuleType, types.SimpleNamespace)):
            for below, inner in vars(value).items():
                if not below.startswith("__"):
                    self.flatten(f"{name}.{below}", inner, out)
        else:
            out[name] = value


def run(portkern, text, names, count):
    """Runs kernel `k(out)` of the text with `count` threads: its float64 results."""
    values = Values(portkern)
    bound, number = values.globals(names)
    module, kernel = POINTER(), POINTER()
    out = np.full(count, -1.0)
    array = values.array(out)
    arg = values.words(INOUT, values.address(array))
    config = Config(ctypes.sizeof(Config), (ctypes.c_uint32 * 3)(1), (ctypes.c_uint32 * 3)(count), 0)
    portkern.call("pk_module_from_source", portkern.context, text.encode(), b"k.py", 0, bound, SIZE(number),
                  ctypes.byref(module))
    try:
        portkern.call("pk_module_kernel", module, b"k", ctypes.byref(kernel))
        portkern.call("pk_launch", portkern.queue, kernel, ctypes.byref(config), ctypes.byref(arg), SIZE(1))
        portkern.call("pk_queue_finish", portkern.queue)
    finally:
        portkern.lib.pk_kernel_release(kernel)
        portkern.lib.pk_module_release(module)
    return out
