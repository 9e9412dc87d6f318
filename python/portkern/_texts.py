# SPDX-License-Identifier: Apache-2.0
"""Texts and syntax trees that a program gave to compile() and exec(): the source of
functions that are in no file. Kept while `python -m portkern` or portkern.as_numba is
in force; the newest MOST of them."""
import ast
import builtins
import collections
import sys

MOST = 1024
_kept = collections.deque(maxlen=MOST)  # (text or tree), newest last
_compile, _exec = builtins.compile, builtins.exec


def _keep(source):
    if isinstance(source, ast.AST):
        _kept.append(source)
    elif isinstance(source, str) and ("def " in source or "lambda" in source):
        _kept.append(source)


def _compile_and_keep(source, *args, **kwargs):
    if not kwargs.get("dont_inherit") and len(args) < 4:
        # compile() takes the flags of who calls it; that is this function now.
        flags = sys._getframe(1).f_code.co_flags & _FUTURE
        args, kwargs = _with_flags(args, kwargs, flags)
    code = _compile(source, *args, **kwargs)
    _keep(source)
    return code


def _with_flags(args, kwargs, flags):
    if len(args) >= 3:
        return (*args[:2], args[2] | flags, *args[3:]), kwargs
    return args, {**kwargs, "flags": kwargs.get("flags", 0) | flags}


def _exec_and_keep(source, globals=None, locals=None, /, **kwargs):
    frame = sys._getframe(1)
    if isinstance(source, (str, bytes)):
        text = source
        source = _compile(source, "<string>", "exec", frame.f_code.co_flags & _FUTURE, True)
        _keep(text)
    if globals is None:
        globals = frame.f_globals
        locals = frame.f_locals if locals is None else locals
    return _exec(source, globals, locals, **kwargs)


def install():
    """Makes builtins.compile and builtins.exec keep what they are given."""
    if builtins.compile is _compile:
        builtins.compile, builtins.exec = _compile_and_keep, _exec_and_keep


def candidates(name):
    """Texts that may have a function of that name, the newest first."""
    for source in reversed(_kept):
        if isinstance(source, ast.AST):
            for node in ast.walk(source):
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    yield ast.unparse(node) + "\n"
        elif name in source:
            yield source


import __future__  # noqa: E402

_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag
