# SPDX-License-Identifier: Apache-2.0
"""NumPy's types: arrays, records, strings of a fixed length."""
import collections

import numpy as np

from .abstract import DTypeSpec, Type
from .common import Buffer, Opaque
from .scalars import Number


class CharSeq(Type):
    """Bytes of a fixed length."""

    mutable = True

    def __init__(self, count):
        self.count = count
        super().__init__(f"[char x {count}]")

    @property
    def key(self):
        return self.count


class UnicodeCharSeq(Type):
    """Text of a fixed length."""

    mutable = True

    def __init__(self, count):
        self.count = count
        super().__init__(f"[unichr x {count}]")

    @property
    def key(self):
        return self.count

    def __repr__(self):
        return f"UnicodeCharSeq({self.count})"


_RecordField = collections.namedtuple("_RecordField", "type,offset,alignment,title")


class Record(Type):
    """A structured dtype. `fields` is a list of (name, {"type", "offset", and perhaps
    "alignment", "title"})."""

    mutable = True

    @classmethod
    def make_c_struct(cls, name_types):
        """The record whose fields lie as in a C struct."""
        from ...np.numpy_support import as_dtype
        from .npytypes import NestedArray

        offset, most, fields = 0, 1, []
        for name, kind in name_types:
            if not isinstance(kind, (Number, NestedArray)):
                raise TypeError(f"Only Number and NestedArray types are supported, found: {kind}. ")
            dtype = as_dtype(kind)
            align = dtype.alignment
            offset = -(-offset // align) * align
            fields.append((name, {"type": kind, "offset": offset, "alignment": align}))
            offset += dtype.itemsize
            most = max(most, align)
        return cls(fields, size=-(-offset // most) * most, aligned=True)

    def __init__(self, fields, size, aligned):
        ordered = sorted(fields, key=lambda item: (item[1]["offset"], item[0]))
        self.fields = {name: _RecordField(info["type"], info["offset"], info.get("alignment"), info.get("title"))
                       for name, info in ordered}
        self.size, self.aligned = size, aligned
        words = ",".join(map(self._describe, self.fields, self.fields.values()))
        super().__init__(f"Record({words};{size};{aligned})")
        self.bitwidth = self.dtype.itemsize * 8

    @staticmethod
    def _describe(name, field):
        extra = ""
        if field.alignment is not None:
            extra = f";alignment={field.alignment}"
        elif field.title is not None:
            extra = f";title={field.title}"
        return f"{name}[type={field.type};offset={field.offset}{extra}]"

    @property
    def mangling_args(self):
        return type(self).__name__, (self._code,)

    def __len__(self):
        return len(self.fields)

    def offset(self, key):
        """The place of a field, in bytes."""
        return self.fields[key].offset

    def typeof(self, key):
        """The type of a field."""
        return self.fields[key].type

    def alignof(self, key):
        """The alignment of a field, in bytes."""
        return self.fields[key].alignment

    def has_titles(self):
        """Whether fields have titles."""
        return any(field.title is not None for field in self.fields.values())

    def is_title(self, key):
        """Whether a name is a field's title."""
        return self.fields[key].title == key

    @property
    def members(self):
        """[(name, type)] of the fields, by their places."""
        return [(name, field.type) for name, field in sorted(self.fields.items(), key=lambda item: item[1].offset)]

    @property
    def dtype(self):
        """NumPy's dtype of such records."""
        from ...np.numpy_support import as_struct_dtype

        return as_struct_dtype(self)

    def _portkern_binding(self):
        return ("dtype", self.dtype)

    def __repr__(self):
        fields = ", ".join(f"('{name}', {{'type': {f.type!r}, 'offset': {f.offset}, 'alignment': {f.alignment}, "
                           f"'title': {f.title}, }})" for name, f in self.fields.items())
        return f"Record([{fields}], {self.size}, {self.aligned})"


class DType(DTypeSpec, Opaque):
    """The type of np.dtype("float32")."""

    def __init__(self, dtype):
        self._dtype = dtype
        super().__init__(f"dtype({dtype})")

    @property
    def key(self):
        return self.dtype

    @property
    def dtype(self):
        """The type of elements with that dtype."""
        return self._dtype

    def __getitem__(self, item):
        return super().__getitem__(item).copy(dtype=self.dtype)


class Array(Buffer):
    """A NumPy array: layout "C", "F", or "A" for any."""

    def __init__(self, dtype, ndim, layout, readonly=False, name=None, aligned=True):
        if readonly:
            self.mutable = False
        if not aligned or (isinstance(dtype, Record) and not dtype.aligned):
            self.aligned = False
        if isinstance(dtype, NestedArray):
            ndim += dtype.ndim
            dtype = dtype.dtype
        if name is None:
            words = ("" if self.aligned else "unaligned ") + ("" if self.mutable else "readonly ") + "array"
            name = f"{words}({dtype}, {ndim}d, {layout})"
        super().__init__(dtype, ndim, layout, name=name)

    @property
    def key(self):
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    @property
    def mangling_args(self):
        return type(self).__name__, [self.dtype, self.ndim, self.layout, "mutable" if self.mutable else "readonly",
                                     "aligned" if self.aligned else "unaligned"]

    def copy(self, dtype=None, ndim=None, layout=None, readonly=None):
        return Array(self.dtype if dtype is None else dtype, self.ndim if ndim is None else ndim,
                     self.layout if layout is None else layout,
                     readonly=not self.mutable if readonly is None else readonly, aligned=self.aligned)

    def is_precise(self):
        return self.dtype.is_precise()

    @property
    def box_type(self):
        """The class of Python whose objects it stands for."""
        return np.ndarray

    def __repr__(self):
        return f"Array({self.dtype!r}, {self.ndim}, '{self.layout}', {not self.mutable}, aligned={self.aligned})"


class NestedArray(Array):
    """An array of a fixed shape within a record."""

    def __init__(self, dtype, shape):
        if isinstance(dtype, NestedArray):
            shape += dtype.shape
            dtype = dtype.dtype
        self._shape = shape
        super().__init__(dtype, len(shape), "C", name=f"nestedarray({dtype}, {shape})")

    @property
    def shape(self):
        """Elements along each axis."""
        return self._shape

    @property
    def nitems(self):
        """The number of elements."""
        return int(np.prod(self._shape, dtype=object))

    @property
    def size(self):
        """Bytes of all elements."""
        return self.dtype.bitwidth // 8

    @property
    def strides(self):
        """Bytes from an element to the next along each axis."""
        out, stride = [], self.size
        for extent in reversed(self._shape):
            out.append(stride)
            stride *= extent
        return tuple(reversed(out))

    @property
    def key(self):
        return self.dtype, self.shape

    def __repr__(self):
        return f"NestedArray({self.dtype!r}, {self.shape})"


class _Named(Type):
    def __init__(self, *args, **kwargs):
        super().__init__(type(self).__name__)


class NumPyRandomBitGeneratorType(_Named):
    """NumPy's bit generators."""


class NumPyRandomGeneratorType(_Named):
    """NumPy's generators of random numbers."""
