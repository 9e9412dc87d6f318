# SPDX-License-Identifier: Apache-2.0
"""What a call gave, as plain data that JSON keeps: the result with its types, or the
exception, and what became of the arguments. And whether two of these are the same."""
import dataclasses
import enum
import itertools
import math
import struct

import numpy as np

MOST_ELEMENTS = 300  # of an array whose elements are kept


# ---- values as data ----

def _number(value):
    """A float as text that reads back as the same bits; NaNs are all one."""
    return "nan" if value != value else repr(float(value))


def of_value(value):
    """Data of a value."""
    if value is None or isinstance(value, (bool, str)):
        return {"type": type(value).__name__, "is": value}
    if isinstance(value, enum.Enum):
        return {"type": "enum", "is": str(value)}
    if isinstance(value, int):
        return {"type": "int", "is": str(int(value))}
    if isinstance(value, np.ndarray) or isinstance(value, np.generic) and value.dtype.names:
        return _array(np.asarray(value), "array" if isinstance(value, np.ndarray) else "record")
    if isinstance(value, np.generic):
        return {"type": value.dtype.name, "is": of_value(value.item())["is"]}
    if isinstance(value, float):
        return {"type": "float", "is": _number(value)}
    if isinstance(value, complex):
        return {"type": "complex", "is": [_number(value.real), _number(value.imag)]}
    if isinstance(value, (tuple, list, set, frozenset)):
        items = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value
        fields = getattr(value, "_fields", None)
        kind = type(value).__name__ if fields or type(value) in (tuple, list, set, frozenset) else "list"
        return {"type": kind, "is": [of_value(v) for v in items], **({"fields": list(fields)} if fields else {})}
    if dataclasses.is_dataclass(value):
        fields = [f.name for f in dataclasses.fields(value)]
        return {"type": type(value).__name__, "is": [of_value(getattr(value, name)) for name in fields], "fields": fields}
    if hasattr(value, "items"):
        return {"type": "dict", "is": [[of_value(k), of_value(v)] for k, v in value.items()]}
    if hasattr(value, "__iter__") and hasattr(value, "append"):  # typed.List
        return {"type": "list", "is": [of_value(v) for v in value]}
    if hasattr(value, "__next__"):
        return {"type": "iterator", "is": _items(value)}
    if isinstance(value, np.random.Generator):
        return {"type": "Generator", "is": str(value.bit_generator.state)}
    if callable(value):
        return {"type": "function", "is": "?"}
    if isinstance(value, np.dtype):  # whose class has another name in NumPy 2
        return {"type": "dtype", "is": str(value)}
    return {"type": type(value).__name__, "is": "?"}


def _items(iterator):
    """What it gives, and with what it ends where that is an exception."""
    items = []
    try:
        for value in itertools.islice(iterator, MOST_ELEMENTS):
            items.append(of_value(value))  # noqa: PERF401
    except Exception as error:  # noqa: BLE001
        items.append({"type": type(error).__name__, "is": [of_value(a) for a in error.args]})
    return items


def _array(value, kind):
    data = {"type": kind, "dtype": str(value.dtype), "shape": list(value.shape)}
    if value.size <= MOST_ELEMENTS:
        data["is"] = [of_value(v)["is"] if not value.dtype.names else [of_value(x)["is"] for x in v.tolist()]
                      for v in value.ravel().tolist()] if not value.dtype.names else [
                          [of_value(x)["is"] for x in v] for v in value.ravel().tolist()]
    else:
        data["sum"] = repr(complex(np.asarray(value, np.complex128).sum()))
    return data


def of_error(error):
    """Data of an exception."""
    return {"raises": type(error).__name__, "args": [of_value(a) for a in error.args]}


def _arrays(value):
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _arrays(item)


def of_call(function, args, keywords):
    """Data of a call."""
    try:
        result = function(*args, **keywords)
    except Exception as error:  # noqa: BLE001
        return {**of_error(error), "then": [of_value(a) for a in args]}
    shared = [any(np.shares_memory(r, a) for a in _arrays(args)) for r in _arrays(result)]
    data = {"result": of_value(result), "then": [of_value(a) for a in args]}
    if any(shared):
        data["shares"] = shared
    return data


# ---- the same ----

def _ulps(a, b):
    """How many floats lie between two."""
    def order(x):
        bits = struct.unpack("<q", struct.pack("<d", x))[0]
        return bits if bits >= 0 else -(bits & 0x7fffffffffffffff)
    return abs(order(a) - order(b))


def _same_number(a, b, close):
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except (TypeError, ValueError):
        return False
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return math.isnan(x) and math.isnan(y) or x == y
    if x == y == 0:
        return a.startswith("-") == b.startswith("-") if isinstance(a, str) and isinstance(b, str) else True
    return abs(x - y) <= close * max(abs(x), abs(y)) if close else False


def _same_is(a, b, close):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_same_is(x, y, close) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return same_value(a, b, close, True)
    return _same_number(a, b, close)


_KINDS = {"float64": "float", "float32": "float", "float16": "float", "complex128": "complex", "complex64": "complex",
          **{f"{u}int{n}": "int" for u in ("", "u") for n in (8, 16, 32, 64)}, "bool_": "bool"}


def same_value(a, b, close, strict):
    """Whether two values are the same; not strict: NumPy's numbers are Python's."""
    kinds = a["type"], b["type"]
    if not strict:
        kinds = tuple(_KINDS.get(k, k) for k in kinds)
    if kinds[0] != kinds[1] or any(a.get(k) != b.get(k) for k in ("dtype", "shape", "fields")):
        return False
    if "is" not in a or "is" not in b:
        return a.get("sum") == b.get("sum") or bool(close)
    if isinstance(a["is"], list) and a["is"] and isinstance(a["is"][0], dict):
        return len(a["is"]) == len(b["is"]) and all(
            same_value(x, y, close, strict) for x, y in zip(a["is"], b["is"], strict=True))
    return _same_is(a["is"], b["is"], close)


def same(a, b, close, strict, says=None):
    """Whether two calls ended alike; `says`: texts of exceptions differ."""
    if ("raises" in a) != ("raises" in b):
        return False
    if "raises" in a:
        if says:
            return a["raises"] == b["raises"] and a["args"] != b["args"]
        return a["raises"] == b["raises"] and len(a["args"]) == len(b["args"]) and all(
            same_value(x, y, close, False) for x, y in zip(a["args"], b["args"], strict=True))
    return (same_value(a["result"], b["result"], close, strict) and a.get("shares") == b.get("shares")
            and len(a["then"]) == len(b["then"])
            and all(same_value(x, y, close, strict) for x, y in zip(a["then"], b["then"], strict=True)))


def text(data):
    """Data for messages, short."""
    if "raises" in data:
        return f"{data['raises']}({', '.join(_shown(a) for a in data['args'])})"
    shared = " of an argument" if data.get("shares") else ""
    return f"{_shown(data['result'])}{shared}, arguments then ({', '.join(map(_shown, data['then']))})"


def _shown(value):
    kind, what = value["type"], value.get("is", value.get("sum"))
    if kind in ("array", "record"):
        kind = f"{value['dtype']}{value['shape']}"
    if isinstance(what, list):
        what = "[" + ", ".join(_shown(w) if isinstance(w, dict) else str(w) for w in what[:12]) + "]"
    return f"{kind} {what}"[:300]
