# SPDX-License-Identifier: Apache-2.0
# Another name of portkern.core.types.
from .core.types.abstract import *
from .core.types.common import *
from .core.types.containers import *
from .core.types.functions import *
from .core.types.iterators import *
from .core.types.misc import *
from .core.types.npytypes import *
from .core.types.scalars import *
from .core.types import (
    b1 as b1, bool_ as bool_, boolean as boolean, byte as byte, c16 as c16, c8 as c8, c_bool as c_bool,
    c_float16 as c_float16, c_float32 as c_float32, c_float64 as c_float64, c_int16 as c_int16, c_int32 as c_int32,
    c_int64 as c_int64, c_int8 as c_int8, c_intp as c_intp, c_uint16 as c_uint16, c_uint32 as c_uint32,
    c_uint64 as c_uint64, c_uint8 as c_uint8, c_uintp as c_uintp, char as char, code_type as code_type,
    complex128 as complex128, complex64 as complex64, deferred_type as deferred_type, double as double,
    ellipsis as ellipsis, f2 as f2, f4 as f4, f8 as f8, ffi as ffi, ffi_forced_object as ffi_forced_object,
    float16 as float16, float32 as float32, float64 as float64, i1 as i1, i2 as i2, i4 as i4, i8 as i8, int16 as int16,
    int32 as int32, int64 as int64, int8 as int8, int_ as int_, intc as intc, intp as intp, long_ as long_,
    longlong as longlong, none as none, np_bool_ as np_bool_, np_char as np_char, np_complex128 as np_complex128,
    np_complex64 as np_complex64, np_double as np_double, np_float16 as np_float16, np_float32 as np_float32,
    np_float64 as np_float64, np_float_ as np_float_, np_int16 as np_int16, np_int32 as np_int32, np_int64 as np_int64,
    np_int8 as np_int8, np_int_ as np_int_, np_intc as np_intc, np_intp as np_intp, np_long as np_long,
    np_longlong as np_longlong, np_short as np_short, np_uchar as np_uchar, np_uint as np_uint, np_uint16 as np_uint16,
    np_uint32 as np_uint32, np_uint64 as np_uint64, np_uint8 as np_uint8, np_uintc as np_uintc, np_uintp as np_uintp,
    np_ulong as np_ulong, np_ulonglong as np_ulonglong, np_ushort as np_ushort, npy_bitgen as npy_bitgen,
    npy_rng as npy_rng, optional as optional, py2_string_type as py2_string_type, py_bool as py_bool,
    py_complex as py_complex, py_float as py_float, py_int as py_int, pyfunc_type as pyfunc_type, pyobject as pyobject,
    range_iter32_type as range_iter32_type, range_iter64_type as range_iter64_type,
    range_state32_type as range_state32_type, range_state64_type as range_state64_type, short as short,
    size_t as size_t, slice2_type as slice2_type, slice3_type as slice3_type, ssize_t as ssize_t, string as string,
    u1 as u1, u2 as u2, u4 as u4, u8 as u8, uchar as uchar, uint as uint, uint16 as uint16, uint32 as uint32,
    uint64 as uint64, uint8 as uint8, uintc as uintc, uintp as uintp, ulong as ulong, ulonglong as ulonglong,
    undefined as undefined, unicode_type as unicode_type, unknown as unknown,
    unsigned_range_iter64_type as unsigned_range_iter64_type,
    unsigned_range_state64_type as unsigned_range_state64_type, ushort as ushort, void as void, voidptr as voidptr,
)
