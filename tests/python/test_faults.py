# SPDX-License-Identifier: Apache-2.0
"""Kernels that fail are in the traceback, with their text, their line and the thread:
as Python's own tracebacks, pytest and pdb show it."""
import os
import re
import subprocess
import sys
import traceback

import numpy as np
import pytest

from portkern import cuda, errors

TEXT = """import numpy as np
from portkern import cuda


@cuda.jit(device=True)
def check(x, i):
    if x[i] > 1:
        raise ValueError("too much")


@cuda.jit(boundscheck=True)
def kernel(x):
    i = cuda.grid(1)
    y = x[i - 1] + x[i + 2]
    check(x, i)


def test_bounds():
    kernel[1, 4](np.zeros(4))


def test_raise():
    kernel[1, 2](np.full(4, 2.0))


if __name__ == "__main__":
    test_raise()
"""
RAISE, BOUNDS = (next(n for n, line in enumerate(TEXT.splitlines(), 1) if word in line) for word in ("raise", "y ="))


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "test_program.py"
    path.write_text(TEXT)
    return path


def run(*words, stdin=None):
    return subprocess.run([sys.executable, "-W", "ignore", *map(str, words)], capture_output=True, text=True, timeout=100,
                          input=stdin, env={**os.environ, "PORTKERN_BACKEND": "cpu", "NO_COLOR": "1"})


def test_the_last_frame_is_the_functions(device):
    @cuda.jit(device=True)
    def inner(x):
        if x[0] > 1:
            raise ValueError("too much")

    @cuda.jit
    def outer(x):
        inner(x)

    with pytest.raises(ValueError, match="too much") as raised:
        outer[3, 2](np.full(1, 2.0))
    frames = traceback.extract_tb(raised.value.__traceback__)
    first = inner.py_func.__code__.co_firstlineno
    assert (frames[-1].name, frames[-1].lineno, frames[-1].filename) == ("inner", first + 3, __file__)
    frame = raised.traceback[-1].frame
    assert frame.code.firstlineno == first - 1
    assert frame.f_locals == {"thread": raised.value.tid, "block": raised.value.ctaid}
    assert raised.value.tid in [(0, 0, 0), (1, 0, 0)] and raised.value.ctaid[0] in range(3)


def test_a_function_whose_text_is_nowhere(device):
    scope = {}
    exec(compile("def kernel(x):\n    assert x[0] < 1\n", "<nowhere>", "exec"), scope)  # noqa: S102
    with pytest.raises(AssertionError) as raised:
        cuda.jit(scope["kernel"])[1, 1](np.ones(1))
    frame = traceback.extract_tb(raised.value.__traceback__)[-1]
    assert (frame.name, frame.lineno, frame.filename) == ("kernel", 2, "<nowhere>")


def test_python_prints_the_line(program):
    text = run(program).stderr.splitlines()
    at = text.index(f'  File "{program}", line {RAISE}, in check')
    assert text[at + 1] == '    raise ValueError("too much")'
    assert text[-1].startswith(f"portkern.errors.KernelValueError: {program}:{RAISE}:")


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="carets that cover a whole line are left out")
def test_python_marks_the_expression(program):
    text = run("-c", f"import sys; sys.path.insert(0, {str(program.parent)!r}); import test_program as t; t.test_bounds()")
    text = text.stderr.splitlines()
    at = text.index(f'  File "{program}", line {BOUNDS}, in kernel')
    marked = re.search("[~^]+", text[at + 2])
    assert text[at + 1][slice(*marked.span())] == "i + 2"


def test_pytest_shows_the_function_and_the_thread(program):
    text = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "--showlocals", program).stdout
    part = text[text.index("test_raise"):]
    shown = [line.rstrip() for line in part.splitlines()]
    at = shown.index("thread = (0, 0, 0), block = (0, 0, 0)")
    assert shown[at + 2:at + 6] == ["    @cuda.jit(device=True)", "    def check(x, i):", "        if x[i] > 1:",
                                    '>           raise ValueError("too much")']
    assert "thread     = (0, 0, 0)" in shown
    assert f"test_program.py:{RAISE}: KernelValueError" in text
    assert f"test_program.py:{BOUNDS}: KernelIndexError" in text


def test_pdb_stops_there(program):
    text = run("-m", "pdb", "-c", "continue", program, stdin="p thread\nup\nq\n").stdout
    assert f"> {program}({RAISE})check()\n-> raise ValueError" in text
    assert "(Pdb) (0, 0, 0)" in text
    assert "test_raise()\n-> kernel[1, 2](np.full(4, 2.0))" in text


def test_all_exceptions_of_numba_are_at_the_top():
    import portkern

    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, (Exception, Warning)) and name.startswith(("Numba", "Typing")):
            assert getattr(portkern, name) is kind
