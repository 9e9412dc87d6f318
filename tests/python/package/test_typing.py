# SPDX-License-Identifier: Apache-2.0
"""Types for type checkers: the stubs agree with the package that runs, mypy --strict has
nothing to say of a program, and finds mistakes."""
import ast
import importlib
import os
import pathlib
import re
import subprocess
import sys

import portkern
import pytest

from portkern import _kernel_names

try:
    from mypy import api as mypy_api
except ImportError:
    mypy_api = None
pytestmark = pytest.mark.skipif(mypy_api is None, reason="no mypy here: scripts/venv installs it")
HERE = pathlib.Path(__file__).resolve().parents[1] / "typing"
PACKAGE = pathlib.Path(portkern.__file__).parent
STUBS = sorted(PACKAGE.rglob("*.pyi"))
PROGRAM, MISTAKES = HERE / "program.py", HERE / "mistakes.py"


@pytest.fixture(scope="module")
def report():
    """What mypy says of the stubs and the programs: [(file, line, code, text)]. Errors within
    modules without a stub are not a program's, as those of any package that is installed."""
    os.environ["MYPYPATH"] = str(PACKAGE.parent)
    out, err, _ = mypy_api.run(["--strict", "--no-error-summary", "--hide-error-context", "--follow-imports", "silent",
                                "--cache-dir", os.devnull, *map(str, [*STUBS, PROGRAM, MISTAKES])])
    assert not err, err
    found = [re.match(r"(.*?):(\d+): error: (.*)  \[([\w-]+)\]$", line) for line in out.splitlines() if ": note: " not in line]
    assert None not in found, out
    return [(pathlib.Path(m[1]).name, int(m[2]), m[4], m[3]) for m in found]


def test_the_stubs_are_what_runs():
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "portkern", "--concise", "--ignore-disjoint-bases", "--ignore-unused-allowlist",
         "--allowlist", HERE / "allowed.txt", "--mypy-config-file", HERE / "mypy.ini"], env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, capture_output=True,
        text=True, timeout=100)
    # What modules with an underscore have for the package itself needs no stub.
    helper = re.compile(r"portkern\._(?!core\.)(functions\.|tools\.)?\w+\.\w+ is not present in stub")
    wrong = [line for line in done.stdout.splitlines() if not helper.fullmatch(line)]
    assert not wrong and not done.stderr and done.returncode in (0, 1), "\n".join([*wrong, done.stderr])


def test_the_stubs_are_right_by_themselves(report):
    assert not [row for row in report if row[0].endswith(".pyi")]
    assert (PACKAGE / "py.typed").exists() and len(STUBS) > 20


def test_a_program_has_types(report):
    assert not [row for row in report if row[0] == PROGRAM.name]
    done = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "True 9.0 768.0 True 4.0\n"), done.stderr


def test_mistakes_are_found(report):
    wanted = {(number, code) for number, line in enumerate(MISTAKES.read_text().splitlines(), 1)
              if (m := re.search(r"  # error: (.*)$", line)) for code in m[1].split(", ")}
    assert {row[1:3] for row in report if row[0] == MISTAKES.name} == wanted and len(wanted) > 20


def names_of(stub):
    """What a stub gives, by its text."""
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield from (a.asname for a in node.names if a.asname)
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (t.id for t in node.targets)


@pytest.mark.parametrize("stub", [s for s in STUBS if s.stem not in ("_kernel_language", "_typing")], ids=lambda s: str(s.relative_to(PACKAGE)))
def test_what_stubs_promise_is_there(stub):
    """Names are opened when they are first asked for, so dir() does not have them."""
    parts = stub.relative_to(PACKAGE.parent).with_suffix("").parts
    module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    missing = [name for name in names_of(stub) if not name.startswith("_") and not hasattr(module, name)]
    assert not missing or missing == ["float_"]


def test_all_public_names_are_in_the_stubs():
    homes = {*portkern._HOMES, *portkern._MODULES, *(n for n in vars(portkern) if not n.startswith("_"))}
    # `thread`, `grid` ...: what only kernels have
    homes |= {a.split(".")[1] for a in _kernel_names.ALIASES} | {"grid", "gridsize"}
    assert not {n for n in homes - {*names_of(PACKAGE / "__init__.pyi")} if n not in ("importlib", "os", "sys")}
    cuda = importlib.import_module("portkern.cuda")
    paths = [p.split(".")[2:] for p in _kernel_names.PATHS if p.startswith("numba.cuda.")]
    wanted = {*cuda._HOMES, *cuda._MODULES, *(p[0] for p in paths)}
    assert not wanted - {*names_of(PACKAGE / "cuda" / "__init__.pyi")}
    for module in ("libdevice", "fp16", "random", "cg"):
        assert not {p[1] for p in paths if p[0] == module and len(p) > 1} - {*names_of(PACKAGE / "cuda" / f"{module}.pyi")}
