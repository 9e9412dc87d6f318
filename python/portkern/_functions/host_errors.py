# SPDX-License-Identifier: Apache-2.0
"""What functions of the host raise: the exceptions that the same function raises as Python,
of the same classes and with the same arguments."""
import ast
import builtins
import linecache
import re

import numpy as np

from .. import _errors
from . import capture, program


def make(status, message, file, line, col, end_col, dispatcher):
    """The exception that a call ends with; None for failures of other kinds, of which
    _errors knows more."""
    if status == "BAD_ARG":
        return TypeError(message)
    if status == "BOUNDS" and not message.startswith("IndexError"):
        message = f"IndexError: {message}"
    elif status == "NO_MEMORY":
        message = f"MemoryError: {message}"
    elif status not in ("KERNEL", "BOUNDS"):
        return None
    name, _, words = message.partition(": ")
    kind = _class_of(name, _raising(dispatcher, file, line))
    if kind is None:
        return None
    node = _raise_at(file, line)
    error = kind(*_arguments(name, words, node))
    return _errors.raised_at(error, file, (line, col, end_col), dispatcher.__name__) if line else error


def _raising(dispatcher, file, line):
    """The function whose text has the line: the dispatcher's, or one that it calls."""
    if dispatcher.py_func and not _has(dispatcher, file, line):
        for called in program.reach(dispatcher, set()):
            if _has(called, file, line):
                return called
    return dispatcher


def _has(dispatcher, file, line):
    source = dispatcher._source
    return source.file == file and source.line <= line < source.line + source.text.count("\n") + 1


def _class_of(name, dispatcher):
    """The class of that name as the function sees it."""
    if not re.fullmatch(r"\w+(\.\w+)*", name):
        return None
    first, *rest = name.split(".")
    found, value = capture.value_of(dispatcher.py_func, first) if dispatcher.py_func else (False, None)
    if not found:
        value = np.linalg.LinAlgError if first == "LinAlgError" else getattr(builtins, first, None)
    for part in rest:
        value = getattr(value, part, None)
    return value if isinstance(value, type) and issubclass(value, BaseException) else None


def _raise_at(file, line):
    """The raise or assert statement of a line, None: there is none."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Raise, ast.Assert))
             and node.lineno <= line <= node.end_lineno]
    return found[-1] if found else None


def _arguments(name, words, node):
    """What the class was called with. The words are those of str(error): a tuple of several
    arguments, or the one that there is, of which the statement says whether it is a text."""
    if name == "KeyError" and words and not _raises(node, name):
        return (_value(words),)  # of d[key]
    count = 1
    if isinstance(node, ast.Raise):
        count = len(node.exc.args) if isinstance(node.exc, ast.Call) else 0
        if count == 1 and not _is_text(node.exc.args[0]):
            return (_value(words),)
        if not count:
            return ()
    elif not words and not getattr(node, "msg", None):
        return ()
    values = _value(words) if count > 1 else words
    return values if isinstance(values, tuple) else (values,)


def _raises(node, name):
    """Whether the statement raises the class, not an expression in it."""
    return isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) == name


def _is_text(node):
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def _value(words):
    try:
        return ast.literal_eval(words)
    except (SyntaxError, ValueError):
        return words
