# SPDX-License-Identifier: Apache-2.0
"""The text of functions, and the values of their names."""
import importlib
import linecache

import numpy as np
import pytest

from portkern import cuda, errors

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
