# SPDX-License-Identifier: Apache-2.0
"""What all types have: a name, a key by which they are equal, one object for each
key, and the notations float32[:, ::1] and void(float32)."""
import itertools
import os
import threading
import weakref

TYPE_CHECKING = False  # what checkers of types take for true; importing typing takes milliseconds
if TYPE_CHECKING:
    from typing import Any as _Any, overload as _overload

    from ..typing.templates import Signature as _Signature

_codes = itertools.count()
_known = weakref.WeakValueDictionary()  # (class, key) -> the type
_lock = threading.Lock()
os.register_at_fork(after_in_child=_lock._at_fork_reinit)


def _intern(made):
    with _lock:
        found = _known.setdefault((type(made), made.key), made)
    if found is made:
        made._code = next(_codes)
    return found


class _Interned(type):
    """Calling a class of types gives the type that has the same key, if there is one."""

    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        return _intern(made)


def _rebuild(cls, state):
    made = object.__new__(cls)
    made.__dict__.update(state)
    return _intern(made)


def _is_plain_slice(item):
    return isinstance(item, slice) and item.start is None and item.stop is None


def _array_spec(item):
    """(ndim, layout) of what stands in the brackets: [:, ::1] is (2, "C")."""
    items = item if isinstance(item, (tuple, list)) else (item,)
    if not items or not all(map(_is_plain_slice, items)):
        raise KeyError(f"Can only index numba types with slices with no start or stop, got {item}.")
    if len(items) > 1 and items[0].step == 1:
        return len(items), "F"
    return len(items), "C" if items[-1].step == 1 else "A"


class Type(metaclass=_Interned):
    """A type of Numba's. Types with equal keys are one object."""

    mutable = False
    reflected = False

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self):
        """By what types of a class are equal."""
        return self.name

    @property
    def mangling_args(self):
        """(name, arguments), as Numba's mangler reads it."""
        return self.name, ()

    def __repr__(self):
        return self.name

    def __str__(self):
        return self.name

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.__class__ is other.__class__ and self.key == other.key

    def __reduce__(self):
        state = {k: v for k, v in self.__dict__.items() if k != "_code"}
        return _rebuild, (type(self), state)

    def is_precise(self):
        """Whether the compiler can use it as it is."""
        return True

    def cast_python_value(self, value):
        """The value as this type, one of NumPy's scalars.
        NotImplementedError where kernels have none of the kind."""
        raise NotImplementedError

    if TYPE_CHECKING:

        @_overload
        def __call__(self, *args: "Type") -> "_Signature": ...
        @_overload
        def __call__(self, value: "_Any", /) -> "_Any": ...

    def __call__(self, *args: "_Any") -> "_Any":
        """A signature with this result; of a Python value, the value as this type."""
        from ..typing import signature

        if len(args) == 1 and not isinstance(args[0], Type):
            return self.cast_python_value(args[0])
        return signature(self, *args)

    def __getitem__(self, item: "_Any") -> "Type":
        """The array of this type: float32[:, ::1]."""
        from .npytypes import Array

        ndim, layout = _array_spec(item)
        return Array(self, ndim, layout)

    # So that float32 is no sequence, though it has [].
    __iter__ = None

    def _determine_array_spec(self, item):
        return _array_spec(item)

    def dump(self, tab=""):
        """Prints it, for debugging."""
        print(f"{tab}DUMP {type(self).__name__}[code={self._code}, name={self.name}]")


class Dummy(Type):
    """Types without values in kernels."""


class Hashable(Type):
    """Types whose values have a hash."""


class Number(Hashable):
    """Integers, floats and complex numbers."""


class Callable(Type):
    """Types that can be called."""


class DTypeSpec(Type):
    """Types that stand for dtypes."""


class IterableType(Type):
    """Types that a loop can run over."""


class Sized(Type):
    """Types with a length."""


class ConstSized(Sized):
    """Types whose values all have one length: len(type)."""

    def __len__(self):
        raise NotImplementedError


class IteratorType(IterableType):
    """Types of iterators."""

    @property
    def iterator_type(self):
        """The type itself."""
        return self


class Container(Sized, IterableType):
    """Types that hold values."""


class Sequence(Container):
    """Types whose values are in order."""


class MutableSequence(Sequence):
    """Sequences whose items can be changed."""

    mutable = True


class ArrayCompatible(Type):
    """Types whose values can be taken as arrays."""

    array_priority = 0.0


class InitialValue:
    """A container's type that knows its first value."""

    def __init__(self, initial_value):
        self._initial_value = initial_value

    @property
    def initial_value(self):
        """The first value."""
        return self._initial_value


class Literal(Type):
    """The type of one value: literal(3)."""

    ctor_map = {}

    def __init__(self, value):
        if type(self) is Literal:
            raise TypeError("Cannot be constructed directly. Use `numba.types.literal(value)` instead")
        self._literal_value = value
        # Not super(): an integer's type would read its width from the name.
        Type.__init__(self, f"Literal[{type(value).__name__}]({value})")

    @property
    def key(self):
        return self.name

    @property
    def literal_value(self):
        """The value."""
        return self._literal_value

    @property
    def literal_type(self):
        """The type that the value has as an argument."""
        from ..typing.typeof import typeof

        return typeof(self.literal_value)


class TypeRef(Dummy):
    """A type as a value."""

    def __init__(self, instance_type):
        self.instance_type = instance_type
        super().__init__(f"typeref[{instance_type}]")

    @property
    def key(self):
        return self.instance_type
