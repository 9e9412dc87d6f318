# SPDX-License-Identifier: Apache-2.0
"""The device library's sources as the frontend reads them. A function whose name
ends in _T is written once for both float types: it becomes one of f32 and one of
f64. In it T is that type, I the integer of its width, a name that ends in _T that
of its type, INF and NAN its values, and pick(a, b) the first in f32, the second in
f64. Imports name what is in portkern.lib and other sources likewise."""
import re

WORDS = ({"T": "f32", "I": "i32", "INF": "bitcast(i32(0x7f800000), f32)", "NAN": "bitcast(i32(0x7fc00000), f32)"},
         {"T": "f64", "I": "i64", "INF": "bitcast(i64(0x7ff0000000000000), f64)",
          "NAN": "bitcast(i64(0x7ff8000000000000), f64)"})
IMPORTED = {"T": ["f32", "f64"], "I": ["i32", "i64"], "INF": ["bitcast", "i32", "i64"], "NAN": [], "pick": []}


def in_type(text, words, which):
    text = re.sub(r"\bpick\(([^(),]+), ([^(),]+)\)", lambda m: m[1 + which], text)
    text = re.sub(r"_T\b", "_" + words["T"], text)
    return re.sub(r"\b(T|I|INF|NAN)\b", lambda m: words[m[1]], text)


def imports(match):
    names = {}
    for name in re.findall(r"\w+", match[2]):
        both = [name[:-1] + kind for kind in IMPORTED["T"]] if name.endswith("_T") else [name]
        names.update(dict.fromkeys(IMPORTED.get(name, both)))
    return f"from {match[1]} import {', '.join(names)}"


def without_words(text):
    """The text without comments and docstrings, which the frontend does not read, and with
    one space for each level of indentation; each line stays where it is."""
    text = re.sub(r'^[ \t]*"""(?s:.*?)"""[ \t]*$', lambda m: "\n" * m[0].count("\n"), text, flags=re.M)
    text = re.sub(r"^(?: {4})+", lambda m: " " * (len(m[0]) // 4), text, flags=re.M)
    text = re.sub(r"""^((?:[^'"#\n]|'[^'\n]*'|"[^"\n]*")*?)[ \t]*#.*$""", r"\1", text, flags=re.M)
    return "".join(part if part[:1] in ("'", '"') else tight(part) for part in re.split(r"""('[^'\n]*'|"[^"\n]*")""", text))


def tight(code):
    """The code without spaces around operators."""
    return re.sub(r"(?<=\S) ([-+*/%<>=!]?=|[-+*/%<>]|//|->) (?=\S)", r"\1", code.replace(", ", ","))


def both_types(text):
    text = re.sub(r"^from (\S+) import ([\w, ]+|\([^)]*\))", imports, text, flags=re.M)
    parts = re.split(r"^(?=def )", text, flags=re.M)
    return "".join("".join(in_type(part, words, which) for which, words in enumerate(WORDS))
                   if re.match(r"def \w+_T\(", part) else part for part in parts)
