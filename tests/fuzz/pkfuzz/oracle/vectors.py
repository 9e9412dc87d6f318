# SPDX-License-Identifier: Apache-2.0
"""What calls of CUDA's vector types mean. A vector is a tuple, whose kind is the type's name."""
import re

from . import rules
from .rules import NoRule
from .typed import Named, convert

NAMES = {f"{rules.NUMPY[t]}x": t for t in rules.NUMBERS}
NAMES.update(char="i8", short="i16", int="i32", long="i64", longlong="i64", uchar="u8", ushort="u16", uint="u32", ulong="u64",
             ulonglong="u64", float="f32", double="f64")


def made(writer, name, node):
    """(type, code) of a call cuda.float32x4(...); None: of another function."""
    found = re.fullmatch(r"(\w+?)([1-4])", name)
    base = NAMES.get(found[1]) if found else None
    if base is None:
        return None
    count, parts = 0, []
    for t, code in map(writer.expr, node.args):
        if isinstance(t, str):
            parts.append(f"({convert(code, t, base)},)")
        elif isinstance(t, Named) and t.kind[0] == f"vector {base}":
            parts.append(code)
        else:
            raise NoRule("a part of a vector")
        count += 1 if isinstance(t, str) else len(t)
    if count != int(found[2]) or node.keywords:
        raise NoRule("the parts of a vector")
    return Named((f"vector {base}", tuple("xyzw"[:count])), (base,) * count), f"({' + '.join(parts)})"
