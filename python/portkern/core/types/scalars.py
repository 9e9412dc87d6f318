# SPDX-License-Identifier: Apache-2.0
"""Numbers, and members of enumerations."""
from functools import total_ordering

import numpy as np

from .abstract import Dummy, Hashable, Literal, Number, Type


class _Scalar:
    """A type that the compiler knows by its name."""

    @property
    def _portkern_path(self):
        return "numba." + ("boolean" if self.name == "bool" else self.name)


class Boolean(_Scalar, Hashable):
    """True and False."""

    def cast_python_value(self, value):
        return bool(value)


class _Sized(_Scalar, Number):
    """A number of so many bits."""

    def cast_python_value(self, value):
        return getattr(np, self.name)(value)

    def _is_comparable(self, other):
        return type(self) is type(other)

    def __lt__(self, other):
        return self.bitwidth < other.bitwidth if self._is_comparable(other) else NotImplemented


@total_ordering
class Integer(_Sized):
    """Integers of `bitwidth` bits, with a sign or without: `signed`."""

    def __init__(self, name, bitwidth=None, signed=None):
        super().__init__(name)
        self.bitwidth = int(name.removeprefix("u").removeprefix("int")) if bitwidth is None else bitwidth
        self.signed = name.startswith("int") if signed is None else signed

    @classmethod
    def from_bitwidth(cls, bitwidth, signed=True):
        """The integer type of so many bits."""
        return cls(("int%d" if signed else "uint%d") % bitwidth)

    def _is_comparable(self, other):
        return super()._is_comparable(other) and self.signed == other.signed

    @property
    def maxval(self):
        """The largest value."""
        return (1 << (self.bitwidth - self.signed)) - 1

    @property
    def minval(self):
        """The smallest value."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0


@total_ordering
class Float(_Sized):
    """Floating-point numbers of `bitwidth` bits."""

    def __init__(self, name):
        super().__init__(name)
        self.bitwidth = int(name.removeprefix("float"))


@total_ordering
class Complex(_Sized):
    """Complex numbers of two floats of a type."""

    def __init__(self, name, underlying_float):
        super().__init__(name)
        self.underlying_float = underlying_float
        self.bitwidth = int(name.removeprefix("complex"))


class IntegerLiteral(Literal, Integer):
    """The type of one integer."""

    def __init__(self, value):
        Literal.__init__(self, value)
        self.bitwidth, self.signed = self.literal_type.bitwidth, self.literal_type.signed


class BooleanLiteral(Literal, Boolean):
    """The type of True alone, or of False."""


Literal.ctor_map[int] = IntegerLiteral
Literal.ctor_map[bool] = BooleanLiteral


class _OfEnum(Type):
    def __init__(self, cls, dtype):
        self.instance_class, self.dtype = cls, dtype
        super().__init__(f"{self.basename}<{dtype}>({cls.__name__})")

    @property
    def key(self):
        return self.instance_class, self.dtype


class EnumClass(_OfEnum, Dummy):
    """An enumeration, as a value."""

    basename = "Enum class"

    @property
    def member_type(self):
        """The type of its members."""
        return EnumMember(self.instance_class, self.dtype)


class IntEnumClass(EnumClass):
    """An enumeration of integers, as a value."""

    basename = "IntEnum class"

    @property
    def member_type(self):
        return IntEnumMember(self.instance_class, self.dtype)


class EnumMember(_OfEnum):
    """Members of an enumeration."""

    basename = "Enum"

    @property
    def class_type(self):
        """The type of the enumeration."""
        return EnumClass(self.instance_class, self.dtype)


class IntEnumMember(EnumMember):
    """Members of an enumeration of integers."""

    basename = "IntEnum"

    @property
    def class_type(self):
        return IntEnumClass(self.instance_class, self.dtype)


class _Time(Type):
    def __init__(self, unit):
        self.unit = unit
        super().__init__(f"{self.type_name}[{unit}]")

    @property
    def key(self):
        return self.unit


class NPTimedelta(_Time):
    """NumPy's timedelta64 of a unit."""

    type_name = "timedelta64"


class NPDatetime(_Time):
    """NumPy's datetime64 of a unit."""

    type_name = "datetime64"
