# SPDX-License-Identifier: Apache-2.0
"""numba.typed: lists and dicts of one type, which on the host are Python's. Functions with
njit make them and take them."""
from .core import types


class _Known(type):
    """Of classes that compiled functions know by their names."""

    def _portkern_binding(cls):
        return ("import", f"numba.typed.{cls.__name__}")


def _as(kind, value):
    """A number as it is when it was stored in a container of that type."""
    for of, convert in ((types.Integer, int), (types.Float, float), (types.Complex, complex)):
        if isinstance(kind, of):
            return convert(value)
    return value


class List(list, metaclass=_Known):
    """numba.typed.List."""

    _portkern_type = None  # what it was made for, if that was said

    @classmethod
    def empty_list(cls, item_type, allocated=0):
        """An empty list."""
        made = cls()
        made._portkern_type = types.ListType(item_type)
        return made

    def append(self, value):
        """list.append, of the list's type."""
        super().append(_as(self._portkern_type and self._portkern_type.item_type, value))


class Dict(dict, metaclass=_Known):
    """numba.typed.Dict."""

    _portkern_type = None

    @classmethod
    def empty(cls, key_type, value_type, n_keys=0):
        """An empty dict."""
        made = cls()
        made._portkern_type = types.DictType(key_type, value_type)
        return made

    def __setitem__(self, key, value):
        kind = self._portkern_type
        super().__setitem__(_as(kind and kind.key_type, key), _as(kind and kind.value_type, value))
