# SPDX-License-Identifier: Apache-2.0
"""Iterators."""
from .common import SimpleIterableType, SimpleIteratorType


class RangeType(SimpleIterableType):
    """range(...)."""

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"range_state_{dtype}", RangeIteratorType(dtype))


class RangeIteratorType(SimpleIteratorType):
    """What runs through a range."""

    def __init__(self, dtype):
        super().__init__(f"range_iter_{dtype}", dtype)


class EnumerateType(SimpleIteratorType):
    """enumerate(...)."""

    def __init__(self, iterable_type):
        from . import Tuple, intp

        self.source_type = iterable_type.iterator_type
        super().__init__(f"enumerate({self.source_type})", Tuple([intp, self.source_type.yield_type]))


class ZipType(SimpleIteratorType):
    """zip(...)."""

    def __init__(self, iterable_types):
        from . import Tuple

        self.source_types = tuple(t.iterator_type for t in iterable_types)
        super().__init__(f"zip({', '.join(map(str, self.source_types))})",
                         Tuple([t.yield_type for t in self.source_types]))


class ArrayIterator(SimpleIteratorType):
    """What runs through an array."""

    def __init__(self, array_type):
        self.array_type = array_type
        inner = array_type.dtype if array_type.ndim < 2 else array_type.copy(ndim=array_type.ndim - 1, layout="A")
        super().__init__(f"iter({array_type})", inner)
