# SPDX-License-Identifier: Apache-2.0
"""Compares types, typeof, dtypes and signatures with Numba's, which must be installed.

    python3 types_like_numba.py      prints what differs; fails when something does"""
import collections
import enum
import pickle
import sys

import numba
import numpy as np
from numba.core import sigutils as their_sigutils
from numba.np import numpy_support as their_support

import portkern
from portkern.core import sigutils
from portkern.np import numpy_support

Point = collections.namedtuple("Point", "x, y")
Color = enum.Enum("Color", "RED GREEN")
Level = enum.IntEnum("Level", "LOW HIGH")
RECORD = np.dtype([("x", "f4"), ("n", "i8", (2, 3)), ("p", [("re", "f8"), ("im", "f8")])])
ALIGNED = np.dtype([("b", "i1"), ("d", "f8")], align=True)
TITLED = np.dtype({"names": ["a", "b"], "formats": ["i4", "f8"], "titles": ["first", None]})

TYPES = """
boolean; bool_; int8; uint64; intp; uintp; char; byte; uchar; short; intc; long_; ulonglong; size_t; float16; double
complex64; complex128; none; void; ellipsis; pyobject; unicode_type; string; voidptr; undefined; slice2_type; slice3_type
float32[:]; float32[::1]; float32[:, :]; float32[:, ::1]; float32[::1, :]; int8[:, :, :]; boolean[::1]
Array(float32, 2, "C"); Array(float32, 2, "F"); Array(int64, 0, "C"); Array(int64, 1, "A", readonly=True)
Array(int64, 1, "C", aligned=False); Array(NestedArray(float32, (2, 3)), 1, "C")
UniTuple(int64, 3); UniTuple(float32[:], 2); Tuple((int64, float32)); Tuple((int64, int64)); Tuple([int8, UniTuple(int8, 2)])
Tuple(()); Optional(float64); Optional(int32[:]); CPointer(float32); List(int64); List(int64, reflected=True)
NestedArray(float32, (2, 3)); NestedArray(NestedArray(int8, (2,)), (3,)); CharSeq(5); UnicodeCharSeq(7)
NPDatetime("us"); NPTimedelta("s"); Record.make_c_struct([("a", int8), ("b", float64), ("c", NestedArray(int16, (3,)))])
Record([("a", {"type": int8, "offset": 0}), ("b", {"type": float64, "offset": 8})], 16, True)
DType(int8); literal(3); literal(True); literal("abc"); unliteral(literal(3)); Omitted(3); NumberClass(float32)
ListType(int64); DictType(unicode_type, float64); Set(int8); EphemeralPointer(int8); VarArg(int8); TypeRef(int8)
RangeType(int32); RangeIteratorType(int64); Integer("int32"); Integer.from_bitwidth(16, False); Float("float64")
Any; float32(int64); void(float32[:], int64); UniTuple(float64, 2)(float64); FunctionType(float64(int64))
"""
VALUES = """
1; -1; 2**40; 2**63; 2**63 - 1; -2**63; True; 1.5; 2j; None; ...; "a"; (); (1, 2); (1, 2.0); ((1, 2), (3.0,)); [1]; {1.5}
np.int8(1); np.uint64(1); np.float16(1); np.float32(1); np.complex64(1); np.bool_(True); np.datetime64(3, "us")
np.timedelta64(3, "s"); np.zeros(3); np.zeros((3, 4), "f4"); np.zeros((3, 4), "f4", order="F"); np.zeros((3, 4))[:, ::2]
np.zeros((3, 4))[::2]; np.zeros(3)[::-1]; np.zeros(()); np.zeros((0, 3)); np.zeros((1, 3)); np.zeros((3, 1)).T
np.frombuffer(b"12345678", "i4"); np.zeros(2, RECORD); np.zeros(2, RECORD)[0]; np.zeros(2, ALIGNED); np.zeros(3, "S5")
np.zeros(3, "U5"); np.zeros(3, "M8[ns]"); Point(1, 2); Point(1, 2.0); Point; Color.RED; Level.LOW; Color; Level
slice(1, 2); slice(1, 2, 3); np.dtype("f4"); np.float32; int8; float32[:]; ValueError; np.zeros(3, RECORD)["p"]
np.zeros(3, TITLED); b"abc"; bytearray(b"abc"); memoryview(b"abc")
"""
NO_TYPE = "2**64; -2**63 - 1; []; set(); object(); enum.Enum('E', ''); np.ma.zeros(3); np.zeros(3, '>f4'); np.float128(1)"
DTYPES = """bool; i1; u8; f2; f4; c16; S3; U4; M8[us]; m8; O; (2,3)f4"""
SIGNATURES = """
"void(float32[:], int64)"; "float32[:], int64"; "(float32, )"; "int64(int64, int64)"; "void()"; "()"; "f4(f8[:, ::1])"
"UniTuple(int64, 2)(Tuple((int8, f4)))"; (int64, float32[:]); void(int64); int64(int64); "i8, CPointer(u1)"
"""
WRONG = """"void(float33)"; "float32"; "void(float32[1])"; "void(float32["; (1, 2); "(1, 2)"; 3; "void(3, 4)"; "void(int64, 3)";
"void(float32[0:1])" """

problems = []


def items(text):
    return [part.strip() for line in text.strip().splitlines() for part in line.split("; ") if part.strip()]


def spaces():
    common = {"np": np, "enum": enum, "Point": Point, "Color": Color, "Level": Level, "RECORD": RECORD,
              "ALIGNED": ALIGNED, "TITLED": TITLED}
    return {**vars(portkern.types), **common}, {**vars(numba.core.types), **common}


def result(make):
    try:
        return make()
    except Exception as error:  # noqa: BLE001
        return error


def words(value):
    if isinstance(value, Exception):
        return [base.__name__ for base in type(value).__mro__ if base.__name__ not in ("PortkernError", "object")][:2]
    return str(value), repr(value), [c.__name__ for c in type(value).__mro__ if c.__name__ in dir(numba.types)][:1]


def compare(what, ours, theirs):
    if words(ours) != words(theirs):
        problems.append(f"{what}: {words(ours)}; Numba: {words(theirs)}")


def compare_all(texts, ours_of, theirs_of):
    mine, other = spaces()
    pairs = []
    for text in items(texts):
        ours, theirs = result(lambda: ours_of(eval(text, mine))), result(lambda: theirs_of(eval(text, other)))
        compare(text, ours, theirs)
        pairs.append((text, ours, theirs))
    return pairs


def same(value):
    return value


kinds = compare_all(TYPES, same, same)
for a, ours_a, theirs_a in kinds:
    for b, ours_b, theirs_b in kinds:
        if (ours_a == ours_b) != bool(theirs_a == theirs_b) or (ours_a is ours_b) != (theirs_a is theirs_b):
            problems.append(f"{a} == {b}: {ours_a == ours_b} {ours_a is ours_b}")
    if hash(ours_a) != hash(pickle.loads(pickle.dumps(ours_a))) or pickle.loads(pickle.dumps(ours_a)) != ours_a:
        problems.append(f"{a}: another one after pickle")
compare_all(VALUES, portkern.typeof, numba.typeof)
compare_all(NO_TYPE, portkern.typeof, numba.typeof)
for text in items(DTYPES):
    dtype = np.dtype(text)
    compare(text, portkern.from_dtype(dtype), numba.from_dtype(dtype))
    if numpy_support.as_dtype(portkern.from_dtype(dtype)) != their_support.as_dtype(numba.from_dtype(dtype)):
        problems.append(f"as_dtype of {text}")
for dtype in (RECORD, ALIGNED, TITLED):
    compare(dtype, portkern.from_dtype(dtype), numba.from_dtype(dtype))
    if portkern.from_dtype(dtype).dtype != numba.from_dtype(dtype).dtype:
        problems.append(f"dtype of {dtype}")
compare_all(SIGNATURES, sigutils.normalize_signature, their_sigutils.normalize_signature)
compare_all(WRONG, sigutils.normalize_signature, their_sigutils.normalize_signature)
for name in dir(numba.core.types):
    theirs = getattr(numba.core.types, name)
    if isinstance(theirs, numba.core.types.Type):
        compare(name, getattr(portkern.types, name, None), theirs)
for name in ("signed_domain", "unsigned_domain", "integer_domain", "real_domain", "complex_domain", "number_domain"):
    if sorted(map(str, getattr(portkern.types, name))) != sorted(map(str, getattr(numba.types, name))):
        problems.append(name)
for name in numba.core.types.__all__:
    if isinstance(getattr(numba, name), numba.types.Type):
        compare(f"numba.{name}", getattr(portkern, name), getattr(numba, name))
# What `from numba import *` gives; the debugger of processes is not there.
if sorted(portkern.__all__) != sorted(name for name in numba.__all__ if not name.startswith("gdb")):
    problems.append(f"__all__: {set(portkern.__all__) ^ set(numba.__all__)}")

print(f"{len(items(TYPES + VALUES + NO_TYPE + DTYPES + SIGNATURES + WRONG))} compared with Numba {numba.__version__}")
print("\n".join(problems[:30]))
sys.exit(bool(problems))
