# SPDX-License-Identifier: Apache-2.0
"""CPython's syntax tree in the words of our printer, to compare the two."""
import ast
import struct


def text(value):
    out = []
    for byte in value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"):
        char = bytes([byte])
        if char in b"\\'":
            out.append(b"\\" + char)
        elif char == b"\n":
            out.append(b"\\n")
        elif byte < 32 or byte == 127 or (byte > 127 and isinstance(value, bytes)):
            out.append(b"\\x%02x" % byte)
        else:
            out.append(char)
    return ("b" if isinstance(value, bytes) else "") + "'" + b"".join(out).decode("utf-8", "surrogatepass") + "'"


def constant(value):
    if isinstance(value, bool) or value is None or value is ...:
        return repr(value)
    if isinstance(value, int):
        return str(value) if value < 2**64 else "<more than 64 bits>"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, complex):
        return repr(value.imag) + "j"
    return text(value)


SKIPPED = ("type_comment", "type_ignores", "kind")


def field(name, value, places):
    if isinstance(value, ast.AST):
        return dump(value, places)
    if isinstance(value, list):
        return "[" + ", ".join(field(name, item, places) for item in value) + "]"
    if value is None:
        return "None"
    return f"'{value}'" if isinstance(value, str) else str(int(value))


def dump(node, places):
    """The tree on one line."""
    name = type(node).__name__
    parts = []
    for key, value in ast.iter_fields(node):
        if key in SKIPPED or value == [] or (key == "ctx" and isinstance(value, ast.Load)):
            continue
        if isinstance(node, (ast.Constant, ast.MatchSingleton)):
            parts.append(f"{key}={constant(value)}")
        elif value is not None:
            parts.append(f"{key}={field(key, value, places)}")
    at = ""
    if places and hasattr(node, "end_lineno"):
        at = f"@{node.lineno}:{node.col_offset + 1}-{node.end_lineno}:{node.end_col_offset + 1}"
    return f"{name}{at}({', '.join(parts)})"
