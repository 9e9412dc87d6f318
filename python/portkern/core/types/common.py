# SPDX-License-Identifier: Apache-2.0
"""Bases of types that have memory or run through something."""
from .abstract import ArrayCompatible, Dummy, IterableType, IteratorType


class Opaque(Dummy):
    """A pointer to what is not known."""


class SimpleIterableType(IterableType):
    """What runs by an iterator of one type."""

    def __init__(self, name, iterator_type):
        self.iterator_type = iterator_type
        super().__init__(name)


class SimpleIteratorType(IteratorType):
    """An iterator that yields values of one type."""

    def __init__(self, name, yield_type):
        self.yield_type = yield_type
        super().__init__(name)


class Buffer(IterableType, ArrayCompatible):
    """Objects with elements in memory."""

    mutable = True
    slice_is_copy = False
    aligned = True
    LAYOUTS = frozenset(["C", "F", "CS", "FS", "A"])

    def __init__(self, dtype, ndim, layout, readonly=False, name=None):
        from ...errors import NumbaTypeError, NumbaValueError
        from .misc import unliteral

        if isinstance(dtype, Buffer):
            raise NumbaTypeError("The dtype of a Buffer type cannot itself be a Buffer type, this is unsupported "
                                 f"behaviour.\nThe dtype requested for the unsupported Buffer was: {dtype}.")
        if layout not in self.LAYOUTS:
            raise NumbaValueError(f"Invalid layout '{layout}'")
        self.dtype, self.ndim, self.layout = unliteral(dtype), ndim, layout
        if readonly:
            self.mutable = False
        if name is None:
            words = "readonly " if readonly else ""
            name = f"{words}{type(self).__name__.lower()}({dtype}, {ndim}d, {layout})"
        super().__init__(name)

    @property
    def key(self):
        return self.dtype, self.ndim, self.layout, self.mutable

    @property
    def as_array(self):
        """The array type of the same memory: itself."""
        return self

    @property
    def iterator_type(self):
        """The type of its iterators."""
        from .iterators import ArrayIterator

        return ArrayIterator(self)

    def copy(self, dtype=None, ndim=None, layout=None):
        """The same with another dtype, number of axes or layout."""
        return type(self)(dtype or self.dtype, self.ndim if ndim is None else ndim, layout or self.layout,
                          readonly=not self.mutable)

    @property
    def is_c_contig(self):
        """Whether elements lie in C order."""
        return self.layout == "C" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_f_contig(self):
        """Whether elements lie in Fortran order."""
        return self.layout == "F" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_contig(self):
        """Whether elements lie without gaps."""
        return self.layout in "CF"
