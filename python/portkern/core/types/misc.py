# SPDX-License-Identifier: Apache-2.0
"""None, optional values, pointers, text, and what has no values in kernels."""
from .abstract import Callable, Hashable, Literal, Type
from .common import Dummy, IterableType, Opaque, SimpleIteratorType


class PyObject(Dummy):
    """Objects of Python, which kernels do not have."""

    def is_precise(self):
        return False


class Phantom(Dummy):
    """A type of which there are no values."""


class Undefined(Dummy):
    """What has no type yet."""

    def is_precise(self):
        return False


class UndefVar(Dummy):
    """A variable that nothing was assigned to."""


class RawPointer(Opaque):
    """An address without a type."""


def unliteral(kind):
    """The type of a literal's value; other types are what they are."""
    if hasattr(kind, "__unliteral__"):
        return kind.__unliteral__()
    return kind.literal_type if isinstance(kind, Literal) else kind


def literal(value):
    """The type of this one value."""
    from ...errors import LiteralTypingError

    if isinstance(value, Literal):
        raise ValueError(f"the function does not accept a Literal type; got {value} ({type(value)})")
    try:
        return Literal.ctor_map[type(value)](value)
    except KeyError:
        raise LiteralTypingError(f"{type(value)} cannot be used as a literal") from None


def maybe_literal(value):
    from ...errors import LiteralTypingError

    try:
        return literal(value)
    except LiteralTypingError:
        return None


class StringLiteral(Literal, Dummy):
    """The type of one text."""


Literal.ctor_map[str] = StringLiteral


class Omitted(Opaque):
    """A parameter's default value."""

    def __init__(self, value):
        self.value = value
        super().__init__(f"omitted(default={value!r})")

    @property
    def key(self):
        return type(self.value), repr(self.value)


class VarArg(Type):
    """Any number of arguments of one type."""

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"*{dtype}")

    @property
    def key(self):
        return self.dtype


class Module(Dummy):
    """A module, as a value."""

    def __init__(self, pymod):
        self.pymod = pymod
        super().__init__(f"Module({pymod})")

    @property
    def key(self):
        return self.pymod


class CPointer(Type):
    """A pointer: an array of one axis whose end is not known."""

    mutable = True

    def __init__(self, dtype, addrspace=None):
        self.dtype, self.addrspace = dtype, addrspace
        super().__init__(f"{dtype}*" if addrspace is None else f"{dtype}_{addrspace}*")

    @property
    def key(self):
        return self.dtype, self.addrspace


class EphemeralPointer(CPointer):
    """A pointer that lives as long as a call."""


class Object(Type):
    """Values of a class of Python."""

    mutable = True

    def __init__(self, clsobj):
        self.cls = clsobj
        super().__init__(f"Object({clsobj.__name__})")

    @property
    def key(self):
        return self.cls


class Optional(Type):
    """A value of the type, or None."""

    def __init__(self, typ):
        assert not isinstance(typ, (Optional, NoneType))
        self.type = unliteral(typ)
        super().__init__(f"OptionalType({self.type})")

    @property
    def key(self):
        return self.type


class NoneType(Opaque):
    """The type of None, and of functions that return nothing."""

    @property
    def _portkern_path(self):
        return f"numba.{self.name}"


class EllipsisType(Opaque):
    """The type of `...`."""


class _OfException(Phantom):
    def __init__(self, exc_class):
        self.exc_class = exc_class
        super().__init__(self._name_of(exc_class.__name__))

    @property
    def key(self):
        return self.exc_class


class ExceptionClass(_OfException, Callable):
    """A class of exceptions, as a value."""

    def _name_of(self, name):
        return name


class ExceptionInstance(_OfException):
    """Exceptions of a class."""

    def _name_of(self, name):
        return f"{name}(...)"


class SliceType(Type):
    """Slices of two or three integers."""

    def __init__(self, name, members):
        self.members, self.has_step = members, members >= 3
        super().__init__(name)

    @property
    def key(self):
        return self.members


class DeferredType(Type):
    """A type that is named before it is defined."""

    def __init__(self):
        self._defined = None
        super().__init__(f"{type(self).__name__}#{id(self)}")

    def get(self):
        """The type that was given."""
        if self._defined is None:
            raise RuntimeError("deferred type not defined")
        return self._defined

    def define(self, kind):
        """Gives the type. TypeError when it has one already."""
        if self._defined is not None:
            raise TypeError("deferred type already defined")
        if not isinstance(kind, Type):
            raise TypeError(f"arg is not a Type; got: {type(kind)}")
        self._defined = kind


class UnicodeType(IterableType, Hashable):
    """Text of any length."""


class UnicodeIteratorType(SimpleIteratorType):
    """What runs through a text."""

    def __init__(self, dtype):
        self.data = dtype
        super().__init__("iter_unicode", dtype)
