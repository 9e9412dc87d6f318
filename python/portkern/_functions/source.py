# SPDX-License-Identifier: Apache-2.0
"""The text of a function, with a proof that it is the function's: the code object
that Python compiles from the text equals the function's."""
import ast
import functools
import inspect
import itertools
import linecache
import sys
import textwrap
import types

from .. import errors
from . import names, texts


class Source:
    """`text` begins with the def, without decorators, at `line` of `file`; `tree` is
    its ast.FunctionDef, as it stood among the lines around it."""

    def __init__(self, text, file, line, name, tree):
        self.text, self.file, self.line, self.name, self.tree = text, file, line, name, tree
        self.given = text  # before its defaults have names

    @classmethod
    def parsed(cls, text, file, line, name):
        """The Source of a text that is a def."""
        return cls(text, file, line, name, ast.parse(text).body[0])

    def read(self, function):
        """Finds the names that it uses, `names` and `dotted`, and gives its defaults
        names, {name: value}."""
        self.names, self.dotted = names.free_names(self.tree, function.__code__)
        text, self.defaults = names.with_defaults(function, self.tree, self.text)
        self.text = names.in_normal_form(text)
        return self


def _lines(code, module):
    """All lines of the file that a code object names, [] when they are not to be had."""
    lines = linecache.getlines(code.co_filename, module)
    if not lines and code.co_filename == "<string>" and "-c" in sys.orig_argv:
        lines = sys.orig_argv[sys.orig_argv.index("-c") + 1].splitlines(keepends=True)
    return lines


def _last_line(code):
    """That of the code's last instruction, 0 where it is not known: mostly the function's
    last one, and sooner found than by `_block`, which reads tokens."""
    return max((end or 0 for each in _codes(code) for _, end, *_ in each.co_positions()), default=0)


def _block(lines, first):
    """The lines of the statement that begins at line `first`, 1 based."""
    try:
        return inspect.getblock(lines[first - 1:])
    except (IndentationError, SyntaxError):
        return []


def _indent(lines):
    return len(lines[0]) - len(lines[0].lstrip(" \t\f")) if lines else 0


def _dedent(lines):
    """The lines without the first one's indentation. Texts of several lines within
    lose some of theirs; kernels have no use for them."""
    width = _indent(lines)
    return "".join(line[min(width, len(line) - len(line.lstrip(" \t\f"))):] for line in lines)


def _same(a, b):
    """Whether two code objects do the same: names of variables and constants, and
    the operations. Places in the text may differ."""
    if (a.co_code != b.co_code or a.co_names != b.co_names or a.co_varnames != b.co_varnames
            or a.co_freevars != b.co_freevars or a.co_cellvars != b.co_cellvars
            or a.co_argcount != b.co_argcount or len(a.co_consts) != len(b.co_consts)):
        return False
    return all(_same(x, y) if isinstance(x, types.CodeType) and isinstance(y, types.CodeType)
               else type(x) is type(y) and repr(x) == repr(y)
               for x, y in zip(a.co_consts, b.co_consts, strict=True))


def _codes(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def _compiled(text, code):
    try:
        return texts.python_compile(text, code.co_filename, "exec", dont_inherit=True, flags=code.co_flags & texts.FUTURE)
    except (SyntaxError, ValueError):
        return None


def _on_one_line(text):
    """The text's syntax tree, with all of it at one place."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ""
    for node in ast.walk(tree):
        if "lineno" in node._attributes:
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
    return tree


def _matches(compiled, code):
    """Whether `code` is that of a function in the text; a lambda's text is that lambda's,
    so it must be the outermost one."""
    if compiled is None:
        return False
    named = (c for c in _codes(compiled) if c.co_name == code.co_name)
    return any(_same(c, code) for c in (itertools.islice(named, 1) if code.co_name == "<lambda>" else named))


def _is_text_of(lines, code, module, exactly=False):
    """Whether `code` is what Python makes of a function in the lines; or, unless
    `exactly`, what pytest does."""
    text = "".join(lines)
    # Calls of methods of what a module imports are compiled in another way (since
    # Python 3.11); the names that are modules tell most of that.
    imported = [n for n in code.co_names if isinstance(module.get(n), types.ModuleType)]
    head = f"import {', '.join(imported)}\n" if imported else ""
    if code.co_freevars:  # they are variables of a function around it
        head += f"def _({', '.join(code.co_freevars)}):\n"
        text = text if _indent(lines) else textwrap.indent(text, " ")
    elif _indent(lines):
        head += "if 1:\n"
    compiled = _compiled(head + text, code)
    if _matches(compiled, code):
        return True
    # Since Python 3.13 the compiler joins instructions of one line: those of a function
    # that was made of a syntax tree without places are joined across its statements.
    if len({line for *_, line in code.co_lines() if line}) == 1 and _matches(_compiled(_on_one_line(head + text), code),
                                                                             code):
        return True
    # pytest writes assert statements anew; the rest of the function is as it was.
    return not exactly and "@pytest_ar" in module and "assert" in text and compiled is not None and any(
        c.co_varnames[:c.co_argcount] == code.co_varnames[:c.co_argcount]
        for c in _codes(compiled) if c.co_name == code.co_name)


@functools.lru_cache(maxsize=8)
def _compiled_file(text, name, flags):
    try:
        return texts.python_compile(text, name, "exec", dont_inherit=True, flags=flags)
    except (SyntaxError, ValueError):
        return None


def _is_in_file(lines, code):
    """The same, by the whole file: slower, and exact."""
    compiled = _compiled_file("".join(lines), code.co_filename, code.co_flags & texts.FUTURE)
    return compiled is not None and any(
        _same(c, code) for c in _codes(compiled)
        if c.co_name == code.co_name and c.co_firstlineno == code.co_firstlineno)


def _fail(function, why):
    error = errors.SourceError(
        f"{function.__qualname__} ({function.__code__.co_filename}:{function.__code__.co_firstlineno}): {why}")
    error.status = "UNSUPPORTED"
    error.file, error.line = function.__code__.co_filename, function.__code__.co_firstlineno
    return error


def _find_def(tree, name):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    return None


def _without_defaults(node):
    """The text of a lambda whose defaults are None: those may have lambdas of their own,
    and its code object does not depend on them."""
    none = ast.Constant(None)
    args = ast.arguments(**{**dict(ast.iter_fields(node.args)), "defaults": [none for _ in node.args.defaults],
                            "kw_defaults": [default and none for default in node.args.kw_defaults]})
    return ast.unparse(ast.Lambda(args, node.body))


def _of_lambda(function, lines):
    """A lambda as `name = lambda ...`'s value: the one in the statement that is the
    function's."""
    code = function.__code__
    first = code.co_firstlineno
    for last in range(first, min(first + 100, len(lines)) + 1):
        text = textwrap.dedent("".join(lines[first - 1:last]))
        for candidate in (text, text.strip().rstrip(","), "(" + text.strip() + ")", text[text.find("lambda"):].strip()):
            try:
                tree = ast.parse(candidate)
            except SyntaxError:
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Lambda) and _is_text_of([_without_defaults(node)], code, function.__globals__):
                    args = ast.unparse(node.args)
                    made = f"def lambda_({args}): return {ast.unparse(node.body)}\n"
                    return Source(made, code.co_filename, first, "lambda_", ast.parse(made).body[0])
    return None


def _of_file(function, lines):
    code = function.__code__
    if code.co_firstlineno > len(lines):
        return None
    if code.co_name == "<lambda>":
        return _of_lambda(function, lines)
    rows = lines[code.co_firstlineno - 1:_last_line(code)]
    if not rows or not _is_text_of(rows, code, function.__globals__, exactly=True):
        rows = _block(lines, code.co_firstlineno)
        if not rows or not (_is_text_of(rows, code, function.__globals__) or _is_in_file(lines, code)):
            return None
    text = _dedent(rows)
    node = _find_def(ast.parse(text), code.co_name)
    return _source(node, text, code, code.co_firstlineno)


def _source(node, text, code, first):
    """The Source of a def in a text whose first line has the number `first`."""
    lines = text.splitlines(keepends=True)
    body = "".join(lines[node.lineno - 1:node.end_lineno])
    return Source(body, code.co_filename, first + node.lineno - 1, code.co_name, node)


def _of_given_texts(function):
    """The Source from what the program gave to compile() and exec()."""
    code = function.__code__
    for text in texts.candidates(code.co_name):
        compiled = _compiled_file(text, code.co_filename, code.co_flags & texts.FUTURE)
        for c in _codes(compiled) if compiled else ():
            if c.co_name != code.co_name or not _same(c, code):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef) and c.co_firstlineno in (
                        node.lineno, *(d.lineno for d in node.decorator_list)):
                    rows = text.splitlines(keepends=True)[node.lineno - 1:node.end_lineno]
                    inner = _dedent(rows)
                    return _source(ast.parse(inner).body[0], inner, code, code.co_firstlineno)
    return None


def _lambda_text(tree):
    """The lambda that a def of one return is made of."""
    return f"lambda {ast.unparse(tree.args)}: {ast.unparse(tree.body[0].value)}\n"


def _of_byte_code(function):
    """The Source that byte code says, and why there is none."""
    from . import bytecode

    code = function.__code__
    try:
        for text in bytecode.texts_of(code, len(function.__defaults__ or ()), function.__kwdefaults__ or ()):
            tree = ast.parse(text).body[0]
            given = _lambda_text(tree) if code.co_name == "<lambda>" else text
            if _is_text_of(given.splitlines(keepends=True), code, function.__globals__):
                return Source(text, code.co_filename, code.co_firstlineno, tree.name, tree), None
    except bytecode.Unknown as error:
        return None, f"its byte code has {error}, of which no text can be made"
    except SyntaxError:
        pass
    return None, "no text that can be made of its byte code gives the same code again"


def code_of_text(source, free_names):
    """What this version of Python makes of a Source whose function uses variables of a
    function around it."""
    head = f"def _({', '.join(free_names)}):\n" if free_names else ""
    tree = ast.parse(head + (textwrap.indent(source.given, " ") if head else source.given))
    ast.increment_lineno(tree, source.line - 1 - bool(head))
    compiled = texts.python_compile(tree, source.file, "exec", dont_inherit=True)
    return next(code for code in _codes(compiled) if code.co_name == source.name)


def source_of(function):
    """The Source of a function. SourceError when there is none, or when the text at
    its place is another's."""
    lines = _lines(function.__code__, function.__globals__)
    found = _of_file(function, lines) or _of_given_texts(function)
    if found:
        return found.read(function)
    found, why = _of_byte_code(function)
    if found:
        return found.read(function)
    if not lines:
        raise _fail(function, f"its text is not to be had: it was made by exec, or its file is gone; and {why}. "
                              "Write it into a file, or run the program by `python -m portkern`")
    if function.__code__.co_name == "<lambda>":
        raise _fail(function, f"the text of this lambda cannot be told from others, and {why}: write a def")
    raise _fail(function, "the text at its place is not the function's: the file has changed since it was imported, "
                          f"or the function was made by exec under the file's name; and {why}")
