# SPDX-License-Identifier: Apache-2.0
"""Tuples, and containers that host functions have."""
from collections.abc import Iterable

from .abstract import (
    ConstSized, Container, Hashable, InitialValue, Literal, MutableSequence, Sequence, Type, TypeRef)
from .common import Buffer, IterableType, SimpleIteratorType
from .misc import Optional, unliteral


class Pair(Type):
    """Two values."""

    def __init__(self, first_type, second_type):
        self.first_type, self.second_type = first_type, second_type
        super().__init__(f"pair<{first_type}, {second_type}>")

    @property
    def key(self):
        return self.first_type, self.second_type


class Bytes(Buffer):
    """Python's bytes."""

    mutable = False
    slice_is_copy = False


class ByteArray(Buffer):
    """Python's bytearray."""

    slice_is_copy = True


class PyArray(Buffer):
    """Python's array.array."""

    slice_is_copy = True


class MemoryView(Buffer):
    """Python's memoryview."""


def is_homogeneous(*types):
    return bool(types) and all(t == types[0] for t in types)


class BaseTuple(ConstSized, Hashable):
    """Tuples of a known length."""

    @classmethod
    def from_types(cls, types, pyclass=None):
        """The type of a tuple of these, or of a namedtuple."""
        types = tuple(types)
        if pyclass is not None and pyclass is not tuple:
            types = tuple(map(unliteral, types))
            if is_homogeneous(*types):
                return NamedUniTuple(types[0], len(types), pyclass)
            return NamedTuple(types, pyclass)
        if is_homogeneous(*types):
            return cls._make_homogeneous_tuple(types[0], len(types))
        return cls._make_heterogeneous_tuple(types)

    @classmethod
    def _make_homogeneous_tuple(cls, dtype, count):
        return UniTuple(dtype, count)

    @classmethod
    def _make_heterogeneous_tuple(cls, types):
        return Tuple(types)


class BaseAnonymousTuple(BaseTuple):
    """Tuples without names."""

    def __unliteral__(self):
        return type(self).from_types([unliteral(t) for t in self])


class _HomogeneousTuple(Sequence, BaseTuple):
    @property
    def iterator_type(self):
        return UniTupleIter(self)

    def __getitem__(self, i):
        return self.dtype

    def __iter__(self):
        return iter([self.dtype] * self.count)

    def __len__(self):
        return self.count

    @property
    def types(self):
        return (self.dtype,) * self.count


class UniTuple(BaseAnonymousTuple, _HomogeneousTuple, Sequence):
    """A tuple of `count` items of one type."""

    def __init__(self, dtype, count):
        self.dtype, self.count = dtype, count
        super().__init__(f"{type(self).__name__}({dtype} x {count})")

    @property
    def mangling_args(self):
        return type(self).__name__, (self.dtype, self.count)

    @property
    def key(self):
        return self.dtype, self.count

    def __unliteral__(self):
        return type(self)(unliteral(self.dtype), self.count)

    def __repr__(self):
        return f"UniTuple({self.dtype!r}, {self.count})"


class UniTupleIter(SimpleIteratorType):
    """What runs through a tuple."""

    def __init__(self, container):
        self.container = container
        super().__init__(f"iter({container})", container.dtype)

    @property
    def key(self):
        return self.container


class _HeterogeneousTuple(BaseTuple):
    def __getitem__(self, i):
        return self.types[i]

    def __len__(self):
        return len(self.types)

    def __iter__(self):
        return iter(self.types)


def _check_types(types):
    from ...errors import TypingError

    if not isinstance(types, Iterable):
        raise TypingError("Argument 'types' is not iterable")


class UnionType(Type):
    """Values of one of several types."""

    def __init__(self, types):
        self.types = tuple(sorted(set(types), key=str))
        super().__init__(f"Union[{','.join(map(str, self.types))}]")

    def get_type_tag(self, kind):
        """The number of a type among them."""
        return self.types.index(kind)


class Tuple(BaseAnonymousTuple, _HeterogeneousTuple):
    """A tuple of these types; UniTuple when they are one."""

    def __new__(cls, types):
        _check_types(types)
        if cls is Tuple and is_homogeneous(*types):
            return UniTuple(types[0], len(types))
        return object.__new__(cls)

    def __init__(self, types):
        self.types = tuple(types)
        self.count = len(self.types)
        self.dtype = UnionType(types)
        super().__init__(f"{type(self).__name__}({', '.join(map(str, self.types))})")

    @property
    def mangling_args(self):
        return type(self).__name__, self.types

    @property
    def key(self):
        return self.types

    def __repr__(self):
        return f"Tuple({self.types})"


class StarArgTuple(Tuple):
    """A tuple for *args."""

    def __new__(cls, types):
        _check_types(types)
        if is_homogeneous(*types):
            return StarArgUniTuple(types[0], len(types))
        return object.__new__(cls)


class StarArgUniTuple(UniTuple):
    """*args of one type."""


class BaseNamedTuple(BaseTuple):
    """Tuples whose items have names."""


class NamedUniTuple(_HomogeneousTuple, BaseNamedTuple):
    """Named tuples whose items have one type."""

    def __init__(self, dtype, count, cls):
        self.dtype, self.count, self.instance_class = dtype, count, cls
        self.fields = tuple(cls._fields)
        super().__init__(f"{cls.__name__}({dtype} x {count})")

    @property
    def key(self):
        return self.instance_class, self.dtype, self.count


class NamedTuple(_HeterogeneousTuple, BaseNamedTuple):
    """Named tuples whose items have types of their own."""

    def __init__(self, types, cls):
        _check_types(types)
        self.types = tuple(types)
        self.count, self.instance_class = len(self.types), cls
        self.fields = tuple(cls._fields)
        super().__init__(f"{cls.__name__}({', '.join(map(str, self.types))})")

    @property
    def key(self):
        return self.instance_class, self.types


class List(MutableSequence, InitialValue):
    """A list of the host; `reflected`: of Python's own."""

    def __init__(self, dtype, reflected=False, initial_value=None):
        self.dtype, self.reflected = unliteral(dtype), reflected
        InitialValue.__init__(self, initial_value)
        super().__init__(f"{'reflected list' if reflected else 'list'}({self.dtype})<iv={initial_value}>")

    @property
    def key(self):
        return self.dtype, self.reflected, str(self.initial_value)

    def __getitem__(self, item):
        return Type.__getitem__(self, item)

    def __repr__(self):
        return f"List({self.dtype!r}, {self.reflected})"


class LiteralList(Literal, ConstSized, Hashable):
    """A list whose items have types of their own."""

    mutable = False

    def __init__(self, literal_value):
        self.types = tuple(literal_value)
        self.count = len(self.types)
        Literal.__init__(self, literal_value)
        self.name = f"LiteralList({literal_value})"

    def __len__(self):
        return self.count


class Set(Container):
    """Sets of values of one type."""

    mutable = True

    def __init__(self, dtype, reflected=False):
        self.dtype, self.reflected = dtype, reflected
        super().__init__(f"{'reflected set' if reflected else 'set'}({dtype})")

    @property
    def key(self):
        return self.dtype, self.reflected

    def __repr__(self):
        return f"Set({self.dtype!r}, {self.reflected})"


def _check_item(kind, what):
    from ...errors import TypingError

    if isinstance(kind, Optional):
        raise TypingError(f"{kind} as {what} is forbidden")
    if isinstance(kind, TypeRef):
        raise TypingError(f"{kind} as {what} is not a type of values")


class ListType(IterableType):
    """numba.typed.List of a type."""

    mutable = True

    def __init__(self, itemty):
        itemty = unliteral(itemty)
        _check_item(itemty, "item type")
        self.item_type = self.dtype = itemty
        super().__init__(f"ListType[{itemty}]")

    @property
    def key(self):
        return self.item_type

    def __repr__(self):
        return f"ListType({self.item_type!r})"


class DictType(IterableType, InitialValue):
    """numba.typed.Dict of a key's and a value's type."""

    mutable = True

    def __init__(self, keyty, valty, initial_value=None):
        self.key_type, self.value_type = unliteral(keyty), unliteral(valty)
        _check_item(self.key_type, "key type")
        _check_item(self.value_type, "value type")
        InitialValue.__init__(self, initial_value)
        super().__init__(f"DictType[{self.key_type},{self.value_type}]<iv={initial_value}>")

    @property
    def key(self):
        return self.key_type, self.value_type, str(self.initial_value)

    def __repr__(self):
        return f"DictType({self.key_type!r}, {self.value_type!r})"
