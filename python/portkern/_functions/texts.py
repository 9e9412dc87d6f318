# SPDX-License-Identifier: Apache-2.0
"""Texts and syntax trees that a program gave to compile() and exec(): the source of
functions that are in no file. Kept while `python -m portkern` or portkern.as_numba is
in force; the newest MOST of them."""
import __future__

import ast
import builtins
import collections
import sys

FUTURE = 0  # the flags of `from __future__ import`
for _name in __future__.all_feature_names:
    FUTURE |= getattr(__future__, _name).compiler_flag
MOST = 1024
_kept = collections.deque(maxlen=MOST)  # (text or tree), newest last
python_compile, python_exec = builtins.compile, builtins.exec


def _keep(source, frame):
    if isinstance(source, ast.AST):
        # pytest gives the trees of all tests; their functions are in files.
        if not frame.f_globals.get("__name__", "").startswith("_pytest."):
            _kept.append(source)
    elif isinstance(source, str) and ("def " in source or "lambda" in source):
        _kept.append(source)


def _compile_and_keep(source, *args, **kwargs):
    if not kwargs.get("dont_inherit") and len(args) < 4:
        # compile() takes the flags of who calls it; that is this function now.
        flags = sys._getframe(1).f_code.co_flags & FUTURE
        args, kwargs = _with_flags(args, kwargs, flags)
    code = python_compile(source, *args, **kwargs)
    _keep(source, sys._getframe(1))
    return code


def _with_flags(args, kwargs, flags):
    if len(args) >= 3:
        return (*args[:2], args[2] | flags, *args[3:]), kwargs
    return args, {**kwargs, "flags": kwargs.get("flags", 0) | flags}


def _exec_and_keep(source, globals=None, locals=None, /, **kwargs):
    frame = sys._getframe(1)
    if isinstance(source, (str, bytes)):
        text = source
        source = python_compile(source, "<string>", "exec", frame.f_code.co_flags & FUTURE, True)
        _keep(text, frame)
    if globals is None:
        globals = frame.f_globals
        locals = frame.f_locals if locals is None else locals
    return python_exec(source, globals, locals, **kwargs)


def install():
    """Makes builtins.compile and builtins.exec keep what they are given."""
    if builtins.compile is python_compile:
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

