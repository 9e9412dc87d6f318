# SPDX-License-Identifier: Apache-2.0
"""Numba's typing of numbers, as its documentation and tests have it: which type
an operator works in and gives, and what two types become where paths meet.

A type is NumPy's short name with its bits: "b1", "i8" .. "u64", "f16",
"f32", "f64", "c64", "c128"."""
import functools

import numpy as np

NUMPY = {"b1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8",
         "u16": "uint16", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32",
         "f64": "float64", "c64": "complex64", "c128": "complex128"}
SHORT = {name: short for short, name in NUMPY.items()}
INTS = [t for t in NUMPY if t[0] in "iu"]
FLOATS = ["f32", "f64"]  # that programs use as they do integers; "f16" is rarer
COMPLEX = ["c64", "c128"]
PART = {"c64": "f32", "c128": "f64"}  # the type of the real and the imaginary part
WHOLE = {"f32": "c64", "f64": "c128"}
NUMBERS = INTS + FLOATS

# The rows and columns of the table of + - *: what each class of operand is.
CLASS = {"b1": 0, "i8": 0, "i16": 0, "i32": 1, "i64": 1, "u8": 2, "u16": 3, "u32": 3, "u64": 3, "f16": 4, "f32": 4,
         "f64": 5, "c64": 6, "c128": 7}
ARITHMETIC = [
    ["i64", "i64", "i64", "i64", "f32", "f64", "c64", "c128"],
    ["i64", "i64", "i64", "i64", "f64", "f64", "c128", "c128"],
    ["i64", "i64", "u64", "u64", "f32", "f64", "c64", "c128"],
    ["i64", "i64", "u64", "u64", "f64", "f64", "c128", "c128"],
    ["f32", "f64", "f32", "f64", "f32", "f64", "c64", "c128"],
    ["f64", "f64", "f64", "f64", "f64", "f64", "c128", "c128"],
    ["c64", "c128", "c64", "c128", "c64", "c128", "c64", "c128"],
    ["c128", "c128", "c128", "c128", "c128", "c128", "c128", "c128"],
]


class NoRule(Exception):
    """The operands do not go together: no program has this."""


def bits(t):
    return 8 if t == "b1" else int(t[1:])


def is_int(t):
    return t in INTS


def is_float(t):
    return t in FLOATS or t == "f16"


def is_complex(t):
    return t in COMPLEX


def is_integral(t):
    return t == "b1" or t in INTS


def limits(t):
    """The least and the greatest value of an integer type."""
    if t == "b1":
        return 0, 1
    n = bits(t)
    return (-(1 << n - 1), (1 << n - 1) - 1) if t[0] == "i" else (0, (1 << n) - 1)


def widened(t):
    return "u64" if t[0] == "u" else "i64"


def arithmetic(a, b):
    return ARITHMETIC[CLASS[a]][CLASS[b]]


@functools.lru_cache(None)
def unify(a, b):
    """Where control flow joins, for `a if c else b`, min and max."""
    return SHORT[np.promote_types(NUMPY[a], NUMPY[b]).name]


def binary(op, a, b):
    """(type of the left operand, of the right one, of the result)."""
    if a == b == "f16" and op in ("+", "-", "*", "/"):
        t = "f16"
    elif op in ("+", "-", "*"):
        t = arithmetic(a, b)
    elif op == "/":
        t = "f64" if is_integral(a) and is_integral(b) else arithmetic(a, b)
    elif op in ("//", "%"):
        t = arithmetic(a, b)
        if is_complex(t):
            raise NoRule(f"{a} {op} {b}")
    elif op == "**":
        return power(a, b)
    elif op in ("<<", ">>"):
        if not (is_integral(a) and is_integral(b)):
            raise NoRule(f"{a} {op} {b}")
        t = widened(a)
    else:
        if not (is_integral(a) and is_integral(b)):
            raise NoRule(f"{a} {op} {b}")
        t = "b1" if a == b == "b1" else arithmetic(a, b)
    return t, t, t


def power(a, b):
    if not is_integral(b):
        t = arithmetic(a, b)
        return t, t, t
    if is_float(a):
        a = "f32" if a == "f16" else a
        return a, widened(b), a
    if a == "b1" and b == "i32":  # what Numba's choice of overload comes to
        return "f32", widened(b), "f32"
    t = arithmetic(a, b)
    return t, t if is_complex(t) else widened(b), t


def unary(op, a):
    """(type that the operation works in, type of the result). Integers are
    negated and inverted at their own width."""
    if op == "not":
        return a, "b1"
    if op == "~":
        if not is_integral(a):
            raise NoRule(f"~{a}")
        return a, "b1" if a == "b1" else widened(a)
    if a == "b1":
        return "i64", "i64"
    return a, widened(a) if is_int(a) else a


def compare(op, a, b):
    """The type that two numbers are compared in: as where paths meet, but for
    uint16 with floats, and with complex numbers."""
    if is_complex(a) or is_complex(b):
        if op not in ("==", "!="):
            raise NoRule(f"{a} {op} {b}")
        return arithmetic(a, b)
    if {a, b} in ({"u16", "f16"}, {"u16", "f32"}):
        return "f64"
    return unify(a, b)


def range_type(types):
    """What range counts in. Mixtures that would need Numba's choice among
    overloads are in no program."""
    if all(t in ("i8", "i16", "i32") for t in types):
        return "i32"
    if all(t in ("i32", "i64") for t in types):
        return "i64"
    if all(t == "u64" for t in types):
        return "u64"
    raise NoRule(f"range of {types}")
