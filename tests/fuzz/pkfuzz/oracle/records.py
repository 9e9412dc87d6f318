# SPDX-License-Identifier: Apache-2.0
"""Structured dtypes. One is written as NumPy describes it, without blanks, as
in `[('x','<f4'),('v','<i4',(3,))]`; Record has its numbers one by one, arrays
in it and records in it taken apart."""
import ast
import functools

import numpy as np

from . import rules


class Record:
    """The type of a record in memory: NumPy's dtype, and for each field its
    type (a short name or a Record), its shape and its first number."""

    def __init__(self, dtype):
        self.dtype, self.fields, self.leaves = dtype, {}, []
        for name in dtype.names:
            part, offset = dtype.fields[name][:2]
            base, shape = part.subdtype or (part, ())
            of = Record(base) if base.names else rules.SHORT[base.name]
            self.fields[name] = of, shape, len(self.leaves)
            for k in range(int(np.prod(shape))):
                at = offset + k * base.itemsize
                self.leaves += [(at + o, t) for o, t in of.leaves] if base.names else [(at, of)]

    def __eq__(self, other):
        return isinstance(other, Record) and self.dtype == other.dtype

    def __hash__(self):
        return hash(str(self.dtype))


@functools.lru_cache(None)
def of_text(text):
    return Record(np.dtype(ast.literal_eval(text)))


def is_text(dtype):
    return isinstance(dtype, str) and dtype[0] in "[{"


def size(dtype):
    """Bytes of an element."""
    return of_text(dtype).dtype.itemsize if is_text(dtype) else rules.bits(dtype) // 8


def leaves(dtype):
    """(byte, type) of each number of an element."""
    if isinstance(dtype, Record):
        return dtype.leaves
    return of_text(dtype).leaves if is_text(dtype) else [(0, dtype)]


def text(dtype):
    """A dtype as its description."""
    if dtype.isalignedstruct or any(not name for name, *_ in dtype.descr):
        words = {"names": list(dtype.names), "formats": [form(dtype.fields[n][0]) for n in dtype.names],
                 "offsets": [dtype.fields[n][1] for n in dtype.names], "itemsize": dtype.itemsize}
    else:
        words = dtype.descr
    return repr(words).replace(" ", "")


def form(part):
    base, shape = part.subdtype or (part, ())
    one = base.descr if base.names else base.str
    return (one, shape) if shape else one
