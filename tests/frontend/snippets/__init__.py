# SPDX-License-Identifier: Apache-2.0
"""Short texts, most of them wrong, on which our parser and CPython's must
agree: accept or refuse."""

from . import checks, grammar, tokens


def snippets():
    for line in (grammar.LINES.strip("\n") + tokens.LINES.rstrip("\n")).split("\n"):
        yield line
        expanded = line.replace("\\n", "\n")
        if expanded != line:
            yield expanded
    for line in checks.LINES.strip("\n").split("\n"):
        yield line.replace("\\n", "\n")
    yield from tokens.TEXTS
