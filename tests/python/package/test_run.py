# SPDX-License-Identifier: Apache-2.0
"""`python -m portkern`: programs that import numba, unchanged, and functions whose
text is in no file."""
import functools
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEAD = """import numpy as np
from numba import cuda

def run(kernel):
    out = np.zeros(1)
    kernel[1, 1](out)
    return out[0]
"""


def run(tmp_path, text, *options, args=()):
    path = tmp_path / "program.py"
    path.write_text(text)
    return subprocess.run([sys.executable, "-m", "portkern", "--backend", "cpu", *options, str(path), *args],
                          capture_output=True, text=True, timeout=100, cwd=tmp_path)


def printed(tmp_path, text, *options):
    done = run(tmp_path, text, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_program_is_run_as_python_runs_it(tmp_path):
    done = run(tmp_path, "import sys\nprint(__name__, sys.argv[1:], sys.path[0])\n"
                         "import __main__\nprint(__main__.__file__)\nsys.exit(3)\n", args=("a", "-b"))
    assert done.stdout.split("\n")[:2] == [f"__main__ ['a', '-b'] {tmp_path}", str(tmp_path / "program.py")]
    assert done.returncode == 3


def test_numba_is_portkern_by_every_name(tmp_path):
    assert printed(tmp_path, "import numba, portkern, numba.cuda\nfrom numba import cuda\n"
                             "import numba.cuda.cudadrv.devicearray as d\n"
                             "print(numba is portkern, cuda is portkern.cuda, d.__name__, numba.cuda is cuda)\n") == [
        "True", "True", "portkern.cuda.cudadrv.devicearray", "True"]


def test_modules_and_texts_are_programs_too(tmp_path):
    (tmp_path / "prog.py").write_text(HEAD + "@cuda.jit\ndef k(o):\n    o[0] = 5\nprint(run(k), __name__)\n")
    for words in (["-m", "prog"], ["-c", (tmp_path / "prog.py").read_text()]):
        done = subprocess.run([sys.executable, "-m", "portkern", "--backend=cpu", *words], capture_output=True,
                              text=True, timeout=100, cwd=tmp_path)
        assert done.stdout == "5.0 __main__\n", done.stderr


@pytest.mark.parametrize(("words", "what"), [
    ((), "what should run"), (("--nonsense", "x"), "no such option"), (("missing.py",), "no such file"),
    (("--backend",), "needs a name"), (("-m",), "what should run")])
def test_what_cannot_be_run(words, what):
    done = subprocess.run([sys.executable, "-m", "portkern", *words], capture_output=True, text=True, timeout=100)
    assert done.returncode == 2
    assert what in done.stderr


CHILDREN = """
import concurrent.futures, multiprocessing.spawn, sys
import numpy as np
import numba
from numba import cuda

@cuda.jit
def kernel(out):
    out[0] = 3

def work(_):
    out = np.zeros(1)
    kernel[1, 1](out)
    return out[0], numba is sys.modules["portkern"], multiprocessing.spawn.__spec__.loader.__class__.__name__

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    if sys.argv[1] == "forkserver":
        multiprocessing.set_forkserver_preload(["__main__", "numpy"])
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        print(*pool.submit(work, 0).result())
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes_that_the_program_starts(method, tmp_path):
    done = run(tmp_path, CHILDREN, args=(method,))
    assert done.stdout.split() == ["3.0", "True", "SourceFileLoader"], done.stderr


def test_functions_made_by_exec(tmp_path):
    assert printed(tmp_path, HEAD + '''
import ast
TEXT = "def k(out):\\n    out[0] = N * 2\\n"
scope = {"N": 4}
exec(TEXT, scope)
print(run(cuda.jit(scope["k"])))
scope = {"N": 5}
exec(compile(TEXT, __file__, "exec"), scope)
print(run(cuda.jit(scope["k"])))
tree = ast.parse("def q(out):\\n  out[0] = 3 * N\\n")
exec(compile(tree, "<ast>", "exec"), scope)
print(run(cuda.jit(scope["q"])))
def local():
    exec("def inner(out):\\n  out[0] = 7")
    return locals()["inner"]
print(run(cuda.jit(local())))
''') == ["8.0", "10.0", "15.0", "7.0"]


def test_lambdas(tmp_path):
    assert printed(tmp_path, HEAD + '''
square, cube = cuda.jit(lambda x: x * x, device=True), cuda.jit(lambda x: x * x * x, device=True)
@cuda.jit
def k(out):
    out[0] = square(3.0) + cube(2.0)
print(run(k))
''') == ["17.0"]


def test_a_numba_that_is_imported_already_is_no_place_for_portkern(tmp_path):
    done = subprocess.run([sys.executable, "-c", "import sys, types\nsys.modules['numba'] = types.ModuleType('numba')\n"
                           "import portkern.as_numba\n"], capture_output=True, text=True, timeout=100)
    assert "numba has been imported already" in done.stderr


def test_all_names_of_numba(tmp_path):
    assert printed(tmp_path, """
import numpy as np
from numba import *

@jit
def f(x):
    return x.sum()

print(np.__name__, f(np.arange(4)), float64, TypingError.__name__, "cuda" in globals())
""") == ["numpy", "6", "float64", "TypingError", "False"]


PROGRAMS = sorted((ROOT / "examples" / "numba").glob("*.py"))
NEWEST = ROOT / "build" / "venv" / "bin" / "python"  # the newest Numba


@functools.cache
def by_numba(program):
    """What the program prints under Numba, whose simulator needs no GPU; None without Numba."""
    if not NEWEST.exists() or subprocess.run([NEWEST, "-c", "import numba"], capture_output=True).returncode:
        return None
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"NUMBA_ENABLE_CUDASIM": "1"}
    return subprocess.run([NEWEST, program], capture_output=True, text=True, env=env, check=True, timeout=100).stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_programs_written_for_numba_run_on_every_device(program, device):
    expected = by_numba(program)
    if expected is None:
        pytest.skip("no build/venv with Numba")
    done = subprocess.run([sys.executable, "-W", "ignore", "-m", "portkern", "--backend", device.backend, program],
                          capture_output=True, text=True, timeout=100)
    assert done.stdout == expected, done.stderr
