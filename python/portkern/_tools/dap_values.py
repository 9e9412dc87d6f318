# SPDX-License-Identifier: Apache-2.0
"""Values as the Debug Adapter Protocol shows them: text, and children by number, a page at a
time."""
from collections.abc import Mapping

import numpy as np

from .debug import Locals

PAGE = 100  # children of an array that are shown together, where the editor asks for all


class _Range:
    """Some elements of an array, where it has more than a page."""

    def __init__(self, array, first, end):
        self.array, self.first, self.end = array, first, end


def _fields(value):
    """(name, value, how to write it) of what has named children, else None."""
    if isinstance(value, Mapping):
        return [(name, value[name], name) for name in value]
    if isinstance(value, np.void) and value.dtype.names:
        return [(name, value[name], f"[{name!r}]") for name in value.dtype.names]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [(name, getattr(value, name), "." + name) for name in value._fields]
    return None


def _count(value):
    """How many children have numbers."""
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else 0
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return len(value)
    return 0


class Values:
    """What the editor may ask for while the kernel stands."""

    def __init__(self):
        self._kept = []  # (value, expression)

    def clear(self):
        self._kept.clear()

    def refer(self, value, expression=""):
        """The number by which its children are asked for."""
        self._kept.append((value, expression))
        return len(self._kept)

    def describe(self, name, value, expression="", declared=None):
        """A Variable of the protocol."""
        row = {"name": name, "value": self._text(value), "type": declared or self._type(value), "variablesReference": 0}
        if expression:
            row["evaluateName"] = expression
        fields, count = _fields(value), _count(value)
        if fields or count:
            row["variablesReference"] = self.refer(value, expression)
            row.update({"namedVariables": len(fields)} if fields else {"indexedVariables": count})
        return row

    @staticmethod
    def _text(value):
        if isinstance(value, np.ndarray):
            inner = np.array2string(value, threshold=20, edgeitems=3, separator=", ").replace("\n", "")
            return f"{inner} shape {value.shape}"
        return str(value) if isinstance(value, np.generic) else repr(value)

    @staticmethod
    def _type(value):
        if isinstance(value, np.ndarray):
            return f"array({value.dtype}, {value.ndim}d)"
        return type(value).__name__

    def children(self, reference, only, start, count):
        """Variables of the protocol: `count` of those with numbers from `start` on, 0: all, in
        pages where they are many."""
        if not 0 < reference <= len(self._kept):
            raise ValueError(f"no variables {reference}")
        value, expression = self._kept[reference - 1]
        if isinstance(value, _Range):
            return self._elements(value.array, expression, value.first, value.end)
        fields = _fields(value)
        if fields is not None:
            return [] if only == "indexed" else self._named(value, fields, expression)[start:][:count or None]
        if only == "named":
            return []
        end = min(_count(value), start + count if count else _count(value))
        if not count and end - start > PAGE:
            return self._pages(value, expression, start, end)
        return self._elements(value, expression, start, end)

    def _named(self, value, fields, expression):
        types = value.types if isinstance(value, Locals) else {}
        return [self.describe(name, item, expression + how, types.get(name)) for name, item, how in fields]

    def _elements(self, value, expression, first, end):
        return [self.describe(f"[{i}]", value[i], expression and f"{expression}[{i}]") for i in range(first, end)]

    def _pages(self, value, expression, first, end):
        rows = []
        for at in range(first, end, PAGE):
            last = min(at + PAGE, end)
            rows.append({"name": f"[{at}..{last - 1}]", "value": "", "type": "",
                         "variablesReference": self.refer(_Range(value, at, last), expression)})
        return rows
