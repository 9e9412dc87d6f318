# SPDX-License-Identifier: Apache-2.0
"""numba.types: classes of types, and the types by their names."""
import ctypes

import numpy as np

from .abstract import *  # noqa: F403
from .common import *  # noqa: F403
from .containers import *  # noqa: F403
from .functions import *  # noqa: F403
from .iterators import *  # noqa: F403
from .misc import *  # noqa: F403
from .npytypes import *  # noqa: F403
from .scalars import *  # noqa: F403
from .scalars import Boolean, Complex, Float, Integer
from .iterators import RangeIteratorType, RangeType
from .misc import DeferredType, EllipsisType, NoneType, Optional, Phantom, PyObject, RawPointer, SliceType, Undefined
from .misc import UndefVar, UnicodeType
from .abstract import Dummy
from .common import Opaque
from .npytypes import NumPyRandomBitGeneratorType, NumPyRandomGeneratorType

numpy_version = tuple(map(int, np.__version__.split(".")[:2]))

pyobject = PyObject("pyobject")
ffi_forced_object = Opaque("ffi_forced_object")
ffi = Opaque("ffi")
none = void = NoneType("none")
ellipsis = EllipsisType("...")
Any = Phantom("any")
undefined = Undefined("undefined")
py2_string_type = Opaque("str")
string = unicode_type = UnicodeType("unicode_type")
unknown = Dummy("unknown")
npy_rng = NumPyRandomGeneratorType("rng")
npy_bitgen = NumPyRandomBitGeneratorType("bitgen")
_undef_var = UndefVar("_undef_var")
code_type = Opaque("code")
pyfunc_type = Opaque("pyfunc")
voidptr = RawPointer("void*")
optional = Optional
deferred_type = DeferredType
slice2_type = SliceType("slice<a:b>", 2)
slice3_type = SliceType("slice<a:b:c>", 3)

boolean = bool_ = b1 = c_bool = py_bool = np_bool_ = Boolean("bool")
if numpy_version >= (2, 0):
    bool = boolean  # noqa: A001

int8 = i1 = c_int8 = np_int8 = Integer("int8")
int16 = i2 = c_int16 = np_int16 = Integer("int16")
int32 = i4 = c_int32 = np_int32 = Integer("int32")
int64 = i8 = c_int64 = np_int64 = Integer("int64")
uint8 = u1 = c_uint8 = np_uint8 = Integer("uint8")
uint16 = u2 = c_uint16 = np_uint16 = Integer("uint16")
uint32 = u4 = c_uint32 = np_uint32 = Integer("uint32")
uint64 = u8 = c_uint64 = np_uint64 = Integer("uint64")


def _of_c(kind):
    """The integer of ctypes' type."""
    signed = kind is ctypes.c_char or kind(-1).value < 0
    return Integer(("int%d" if signed else "uint%d") % (8 * ctypes.sizeof(kind)))


intp = c_intp = py_int = np_intp = int_ = np_int_ = ssize_t = _of_c(ctypes.c_ssize_t)
uintp = c_uintp = np_uintp = uint = np_uint = size_t = _of_c(ctypes.c_size_t)
char = np_char = _of_c(ctypes.c_char)
byte = uchar = np_uchar = _of_c(ctypes.c_ubyte)
short = np_short = _of_c(ctypes.c_short)
ushort = np_ushort = _of_c(ctypes.c_ushort)
intc = np_intc = _of_c(ctypes.c_int)
uintc = np_uintc = _of_c(ctypes.c_uint)
long_ = np_long = _of_c(ctypes.c_long)
ulong = np_ulong = _of_c(ctypes.c_ulong)
longlong = np_longlong = _of_c(ctypes.c_longlong)
ulonglong = np_ulonglong = _of_c(ctypes.c_ulonglong)

float16 = f2 = c_float16 = np_float16 = Float("float16")
float32 = f4 = c_float32 = np_float32 = np_float_ = Float("float32")
float64 = f8 = c_float64 = np_float64 = py_float = double = np_double = Float("float64")
if numpy_version < (2, 0):
    float_ = float32
complex64 = c8 = np_complex64 = Complex("complex64", float32)
complex128 = c16 = np_complex128 = py_complex = Complex("complex128", float64)

range_iter32_type = RangeIteratorType(int32)
range_iter64_type = RangeIteratorType(int64)
unsigned_range_iter64_type = RangeIteratorType(uint64)
range_state32_type = RangeType(int32)
range_state64_type = RangeType(int64)
unsigned_range_state64_type = RangeType(uint64)

signed_domain = py_signed_domain = np_signed_domain = frozenset([int8, int16, int32, int64])
unsigned_domain = np_unsigned_domain = frozenset([uint8, uint16, uint32, uint64])
integer_domain = py_integer_domain = np_integer_domain = signed_domain | unsigned_domain
real_domain = py_real_domain = np_real_domain = frozenset([float32, float64])
complex_domain = py_complex_domain = np_complex_domain = frozenset([complex64, complex128])
number_domain = py_number_domain = np_number_domain = real_domain | integer_domain | complex_domain

sizeof_unicode_char = 4

# What `from numba import *` and the package itself give.
__all__ = """int8 int16 int32 int64 uint8 uint16 uint32 uint64 intp uintp intc uintc ssize_t size_t boolean float32
float64 complex64 complex128 bool_ byte char uchar short ushort int_ uint long_ ulong longlong ulonglong double void
none b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16 optional ffi_forced_object ffi deferred_type""".split()
__all__ += ["float_"] if numpy_version < (2, 0) else ["bool"]
# Numba has these as attributes only.
TOP_LEVEL = frozenset(__all__) | {"float16", "f2"}
