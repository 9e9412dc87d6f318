# SPDX-License-Identifier: Apache-2.0
"""numba.typed: lists and dicts of one type, which on the host are Python's. Functions with
njit make them and take them. The type is that of the first item, or what empty_list and empty
are given: numbers are converted to it where Numba does, and what has another one is a TypingError."""
import numpy as np

from .core import types
from .errors import TypingError

_PLAIN = {"<i8": int, "<f8": float, "|b1": bool, "<c16": complex}
_RANK = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}  # of kinds of numbers: those with a higher one do not fit


class _Known(type):
    """Of classes that compiled functions know by their names."""

    def _portkern_binding(cls):
        return ("import", f"numba.typed.{cls.__name__}")


def _kind_of(value):
    """What containers.py says of a value; None where functions cannot take it, and nothing is checked."""
    from ._functions import containers

    try:
        return containers._described(value)
    except TypeError:
        return None


def _kind_of_type(kind):
    from ._functions import containers

    try:
        return containers._of_type(kind)
    except TypeError:
        return None


def _plain(kind):
    """The class of Python whose objects are of that kind as they are, but for ints that are too large."""
    return str if kind == ("string",) else _PLAIN.get(kind[1]) if kind and kind[0] == "number" else None


def _refuse(kind, value):
    name = np.dtype(kind[1]).name if kind[0] == "number" else kind[0]
    raise TypingError(f"a container of type {name} takes no {type(value).__name__}: {value!r}")


def _number(kind, value):
    dtype = np.dtype(kind[1])
    if not isinstance(value, (int, float, complex, np.number, np.bool_)):
        _refuse(kind, value)
    if isinstance(value, int) and not -2**63 <= value < 2**64:
        raise OverflowError("int too big to convert")
    given = np.asarray(value)
    if _RANK[given.dtype.kind] > max(_RANK[dtype.kind], dtype.kind == "b"):
        _refuse(kind, value)
    made = given.astype(dtype)
    return made.item() if kind[1] in _PLAIN else made[()]


def _as(kind, value):
    """A value as a container of that kind keeps it."""
    if kind is None:
        return value
    if kind[0] == "number":
        return _number(kind, value)
    if kind[0] == "tuple" and isinstance(value, tuple):
        if len(value) != len(kind[1]):
            _refuse(kind, value)
        items = [*map(_as, kind[1], value)]
        return tuple(items) if type(value) is tuple else value._make(items)
    found = _kind_of(value)
    if found != kind and not (found and found[0] == kind[0] != "array" and None in found[1:]):  # an empty container
        _refuse(kind, value)
    return value


def _all_as(kind, values):
    """The same of many."""
    plain = _plain(kind)
    if plain and set(map(type, values)) <= {plain} and (plain is not int or not values or -2**63 <= min(values) <= max(values) < 2**63):
        return values
    return [_as(kind, value) for value in values]


def _typeof(value):
    from .core.typing.typeof import typeof

    return typeof(value)


class List(list, metaclass=_Known):
    """numba.typed.List."""

    _portkern_type = None  # what it was made for, if that was said
    _kind = None  # what its items are

    def __init__(self, iterable=()):
        super().__init__()
        self.extend(iterable)

    @classmethod
    def empty_list(cls, item_type, allocated=0):
        """An empty list."""
        made = cls()
        made._portkern_type = types.ListType(item_type)
        made._kind = _kind_of_type(item_type)
        return made

    @property
    def _numba_type_(self):
        if self._portkern_type is None and not self:
            raise TypeError("invalid operation on untyped list")
        return self._portkern_type or types.ListType(_typeof(self[0]))

    def _items(self, values):
        if values and self._kind is None and self._portkern_type is None:
            self._kind = _kind_of(values[0])
        return _all_as(self._kind, values)

    def append(self, value):
        """list.append, of the list's type."""
        super().append(self._items([value])[0])

    def insert(self, index, value):
        """list.insert, likewise."""
        super().insert(index, self._items([value])[0])

    def extend(self, iterable):
        """list.extend, likewise."""
        super().extend(self._items([*iterable]))

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self

    def __setitem__(self, index, value):
        super().__setitem__(index, self._items([*value]) if isinstance(index, slice) else self._items([value])[0])


class Dict(dict, metaclass=_Known):
    """numba.typed.Dict."""

    _portkern_type = None
    _key = _value = None  # what its keys and values are

    def __init__(self, *args, **words):
        super().__init__()
        self.update(*args, **words)

    @classmethod
    def empty(cls, key_type, value_type, n_keys=0):
        """An empty dict."""
        made = cls()
        made._portkern_type = types.DictType(key_type, value_type)
        made._key, made._value = _kind_of_type(key_type), _kind_of_type(value_type)
        return made

    @property
    def _numba_type_(self):
        if self._portkern_type is None and not self:
            raise TypeError("invalid operation on untyped dictionary")
        return self._portkern_type or types.DictType(*map(_typeof, next(iter(self.items()))))

    def __setitem__(self, key, value):
        if self._portkern_type is None and not self:
            self._key, self._value = _kind_of(key), _kind_of(value)
        pair = _as(self._key, key), _as(self._value, value)
        if self._portkern_type is not None:  # which knows what they are in compiled functions
            pair = [part.item() if isinstance(part, np.generic) else part for part in pair]
        super().__setitem__(*pair)

    def setdefault(self, key, default=None):
        """dict.setdefault, of the dict's types."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args, **words):
        """dict.update, likewise."""
        for key, value in dict(*args, **words).items():
            self[key] = value
