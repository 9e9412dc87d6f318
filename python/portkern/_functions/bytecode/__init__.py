# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a function from its code object, for functions whose text is
nowhere: CPython 3.11 and later. Straight code is run on a stack of syntax trees; jumps
become statements in the order in which the compiler writes them. Who calls it compiles
the tree again and compares the code objects: a tree that is wrong is never used."""
import ast

from .printer import Printer
from .statements import Statements, arguments, definition
from .trees import Unknown


def texts_of(code, defaults=0, kwdefaults=()):
    """Texts that may be the function's; the first line of each is its def, at
    code.co_firstlineno. The last `defaults` positional parameters have some, and those
    that `kwdefaults` names: any expression, since the values are the function's. Unknown
    when it cannot be read."""
    for strip_all in (True, False):
        for join_returns in (True, False):
            yield _text_of(code, defaults, kwdefaults, strip_all, join_returns)


def _text_of(code, defaults, kwdefaults, strip_all, join_returns):
    try:
        reader = Statements(code)
        reader.strip_all, reader.join_returns = strip_all, join_returns
        body = reader.body()
        args = arguments(code)
        args.defaults = [ast.Name("__default__")] * defaults
        args.kw_defaults = [ast.Name("__default__") if a.arg in kwdefaults else None for a in args.kwonlyargs]
        name = "lambda_" if code.co_name == "<lambda>" else code.co_name
        node = definition(code, args, body)
        node.name = name
        printer = Printer(code.co_firstlineno)
        printer.statement(node, 0)
        return "\n".join(printer.lines) + "\n"
    except (IndexError, KeyError, AttributeError, TypeError, ValueError, RecursionError) as error:
        raise Unknown(f"{type(error).__name__}: {error}") from error
