# SPDX-License-Identifier: Apache-2.0
"""The text of functions, and the values of their names."""
import importlib
import inspect
import linecache

import numpy as np
import pytest

from portkern import cuda, errors
from portkern._functions import source

LIMIT = 5


def run(kernel):
    out = np.zeros(1)
    kernel[1, 1](out)
    return out[0]


def test_variables_of_an_enclosing_function():
    def make(k):
        @cuda.jit
        def kernel(out):
            out[0] = k
        return kernel

    assert [run(make(k)) for k in (1, 2.5)] == [1, 2.5]


def test_a_global_keeps_the_value_that_it_had_when_compiled(monkeypatch):
    @cuda.jit
    def kernel(out):
        out[0] = LIMIT

    assert run(kernel) == 5
    monkeypatch.setitem(globals(), "LIMIT", 6)
    assert run(kernel) == 5


def test_the_call_form():
    def plain(out):
        out[0] = 4

    kernel = cuda.jit(plain)
    assert run(kernel) == 4
    assert kernel.py_func is plain


def test_the_wrong_text_is_never_compiled(tmp_path):
    path = tmp_path / "other.py"
    path.write_text("def kernel(out):\n    out[0] = 1\n")
    scope = {}
    exec(compile("def kernel(out):\n    out[0] = 2\n", str(path), "exec"), scope)  # noqa: S102
    assert run(cuda.jit(scope["kernel"])) == 2


@pytest.mark.parametrize("tail", ["", "    try:\n        pass\n    finally:\n        out[1:] = 0\n"])
def test_a_file_that_has_changed_since_it_was_imported(tmp_path, monkeypatch, tail):
    """The byte code is what was imported; where it cannot be read, an error says so."""
    name = f"changing{len(tail)}"
    path = tmp_path / f"{name}.py"
    path.write_text("def kernel(out):\n    out[0] = 2\n" + tail)
    monkeypatch.syspath_prepend(tmp_path)
    kernel = cuda.jit(importlib.import_module(name).kernel)
    path.write_text("def kernel(out):\n    out[0] = 1000\n" + tail)
    if not tail:
        assert run(kernel) == 2
        return
    with pytest.raises(errors.SourceError, match="the file has changed since it was imported"):
        run(kernel)
    path.unlink()
    linecache.clearcache()
    with pytest.raises(errors.SourceError, match="its file is gone"):
        run(kernel)


def test_a_function_without_text():
    scope = {}
    exec("def kernel(out):\n    out[0] = 2\n", scope)  # noqa: S102
    assert run(cuda.jit(scope["kernel"])) == 2


def test_what_has_no_text_and_byte_code_that_is_not_read():
    scope = {}
    exec("def kernel(out):\n    try:\n        out[0] = 2\n    finally:\n        out[0] = 1\n", scope)  # noqa: S102
    with pytest.raises(errors.SourceError, match=r"not to be had(.|\n)*byte code has try or with"):
        run(cuda.jit(scope["kernel"]))


made_here = lambda: (lambda x: x + 1)  # noqa: E731
added = lambda n: lambda x: x + n  # noqa: E731
three = lambda a: (lambda b: (lambda c: a + b * c))  # noqa: E731
with_default = lambda x, f=lambda y: y * 3: f(x)  # noqa: E731
by_name = lambda *, g=(lambda q: q / 2), h: g(h)  # noqa: E731


@pytest.mark.parametrize("function, want", [
    (made_here(), 6), (added(3), 8), (three(1)(2), 11), (with_default.__defaults__[0], 15), (by_name.__kwdefaults__["g"], 2.5)])
def test_a_lambda_among_others_on_its_line(function, want):
    function = cuda.jit(device=True)(function)

    @cuda.jit
    def kernel(out):
        out[0] = function(5)

    assert function.py_func(5) == want
    assert run(kernel) == want


def test_a_lambda_that_makes_one():
    both = cuda.jit(device=True)(three(1))

    @cuda.jit
    def kernel(out):
        out[0] = both(2)(5)

    assert run(kernel) == 11


def _ends_in_a_bracket(out):
    out[0] = max(
        1,
        (2 +
         3)
    )


def _ends_in_a_comment(out):
    out[0] = 4
    # of the function


def _ends_in_dead_code(out):
    out[0] = 5
    return
    out[0] = 6


def _ends_in_what_makes_no_code(out):
    if out[0] == 0:
        out[0] = 7
    if False:
        out[0] = 8


def _ends_in_another(out):
    def inner(x):
        return (x +
                1)
    out[0] = inner(
        inner(7))


@pytest.mark.parametrize("function, want", [
    (_ends_in_a_bracket, 5), (_ends_in_a_comment, 4), (_ends_in_dead_code, 5), (_ends_in_what_makes_no_code, 7),
    (_ends_in_another, 9)])
def test_the_text_ends_where_the_function_does(function, want):
    found = source.source_of(function)
    code = compile("\n" * (found.line - 1) + found.given, __file__, "exec").co_consts[0]
    assert code.co_code == function.__code__.co_code and code.co_firstlineno == function.__code__.co_firstlineno
    assert inspect.getsource(function).startswith(found.given.rstrip("\n"))
    assert run(cuda.jit(function)) == want


def test_names_in_the_form_in_which_python_reads_them():
    """Two characters that Python takes for one, in the names of a function, of a global and of variables."""
    from portkern import njit

    @njit
    def ϵ(m):
        return 1.0 if m % 2 == 0 else -1.0

    @njit
    def f(x, ℓ):
        fₗ = ε(x) * ℓ
        µ = fₗ + len("ϵµ")
        return μ - fₗ / 4

    assert [f(3, 2.0), f(2, ℓ=2.0)] == [f.py_func(3, 2.0), f.py_func(2, 2.0)] == [0.5, 3.5]
