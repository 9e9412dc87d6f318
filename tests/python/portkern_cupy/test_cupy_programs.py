# SPDX-License-Identifier: Apache-2.0
"""Programs with CuPy's arrays and Numba's kernels, in the style of public ones, by
`python -m portkern --cupy`. Each compares what it computes with NumPy."""
import pathlib
import subprocess
import sys

import pytest

PROGRAMS = sorted((pathlib.Path(__file__).parent / "programs").glob("*.py"))


@pytest.mark.parametrize("backend", ["cpu", "interp", "cuda"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)
def test_program(program, backend):
    done = subprocess.run([sys.executable, "-W", "ignore", "-m", "portkern", "--backend", backend, "--cupy", str(program)],
                          capture_output=True, text=True, timeout=100)
    assert done.stdout == "ok\n", done.stderr
