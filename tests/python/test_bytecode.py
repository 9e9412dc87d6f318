# SPDX-License-Identifier: Apache-2.0
"""Functions without text, from their byte code: what is made of it compiles to the same
code again, at the same lines."""
import ast
import pathlib
import types

import numpy as np
import pytest

from portkern import cuda, errors
from portkern._functions import bytecode, source

KERNELS = pathlib.Path(__file__).resolve().parents[1] / "kernels"


def rebuilt(code, module):
    """Whether some text of a code object gives it again; None: it is not read."""
    try:
        texts = list(bytecode.texts_of(code))
    except bytecode.Unknown:
        return None
    return any(source._is_text_of(t.splitlines(keepends=True), code, module) for t in texts)


def functions(code):
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            if const.co_flags & 2 and not const.co_name.startswith(("<", "__annotate__")):
                yield const
            yield from functions(const)


def test_most_kernels_are_rebuilt():
    results = []
    for path in sorted(KERNELS.glob("*.py")):
        if path.name.endswith("_cases.py"):
            continue
        text = path.read_text()
        names = {a.asname or a.name.split(".")[0] for n in ast.walk(ast.parse(text))
                 if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
        module = dict.fromkeys(names, types)  # what is imported stands for a module here
        results += [rebuilt(code, module) for code in functions(compile(text, str(path), "exec", dont_inherit=True))]
    assert len(results) > 500
    assert sum(r is True for r in results) / len(results) > 0.93


TEXT = """


def kernel(out, n=3, scale=2):
    \"\"\"What it is for.\"\"\"
    total, i = 0, 0
    while i < n and total >= 0 or i == 0:
        i += 1
        if i == 2:
            continue
        elif not i % 5:
            break
        total += i if i > 1 else 10 * i
    for a in range(4):
        for b in range(a):
            if a * b == 6:
                total += 100
                break
        else:
            total -= 1
    x, y = 1, 2
    x, y = y, x
    if 1 < x <= 2 != y:
        total += 1000
    out[0], out[1] = total * scale, (z := x + y) * z
    out[2:4] = 7
    out[4] += (lambda v, w=5: v * w)(3)
    out[5] = inner = out[4] or -1
    assert inner, f"n is {n!r:>5}"
    if inner is None or n in (7, 8):
        raise ValueError("no")
"""


def made(text=TEXT, name="kernel", **names):
    scope = {"cuda": cuda, **names}
    exec(compile(text, "<made>", "exec"), scope)  # noqa: S102
    return scope[name]


def test_all_that_statements_have(device):
    function = made()
    out, expected = np.zeros(6), np.zeros(6)
    function(expected)
    cuda.jit(function)[1, 1](out)
    assert out.tolist() == expected.tolist()


def test_lines_are_the_functions():
    function = made("\n\n\ndef kernel(out):\n    x = 1\n\n    if out[0] > 0:\n\n        y = nothing + x\n")
    with pytest.raises(errors.TypingError, match="nothing") as raised:
        cuda.jit(function)[1, 1](np.zeros(2))
    assert (raised.value.file, raised.value.line) == ("<made>", 9)


def test_closures_lambdas_and_globals():
    make = made("def make(step):\n    def kernel(out):\n        out[0] = step + N\n    return kernel\n", "make", N=10)
    for step in (1, 2):
        out = np.zeros(1)
        cuda.jit(make(step))[1, 1](out)
        assert out[0] == 10 + step
    twice = cuda.jit(device=True)(made("f = lambda x, k=2: k * x\n", "f"))

    @cuda.jit
    def kernel(out):
        out[0] = twice(4)

    out = np.zeros(1)
    kernel[1, 1](out)
    assert out[0] == 8


def test_a_tree_without_text(device):
    """A function of a syntax tree that a program has built."""
    tree = ast.parse("def kernel(out):\n    for i in range(3):\n        if i != 1:\n            out[i] = i\n")
    for node in ast.walk(tree):
        for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(node, field):
                setattr(node, field, 1)
    scope = {}
    exec(compile(tree, "<tree>", "exec"), scope)  # noqa: S102
    out = np.full(3, 9.0)
    cuda.jit(scope["kernel"])[1, 1](out)
    assert out.tolist() == [0, 9, 2]
