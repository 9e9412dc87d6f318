# SPDX-License-Identifier: Apache-2.0
"""A compile that lasts is shown on a terminal, and nowhere else."""
import os
import pty
import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
import numpy as np
from portkern import cuda
@cuda.jit
def long_one(x):
    i = cuda.grid(1)
    if i >= x.size:
        return
    {body}
try:
    {launch}
except Exception as error:
    print(type(error).__name__)
print("done")
"""
# Of no cache, and long enough for some ticks of the watchdog.
BODY = "\n".join(f"    if x[i] > {n}: x[i] = x[i] * {n}.5 + cuda.atomic.add(x, 0, {n}.25) - x[i] ** {n % 7}"
                 for n in range(300)).strip()


def run(tmp_path, launch="long_one[1, 1](np.zeros(4))", stderr_is_terminal=True, **env):
    """(stdout, what came to stderr) of the program."""
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(PROGRAM).format(body=BODY, launch=launch))
    env = {**os.environ, "PORTKERN_CACHE_DIR": "off", "PORTKERN_BACKEND": "cpu", **env}
    ours, theirs = pty.openpty() if stderr_is_terminal else os.pipe()
    process = subprocess.Popen([sys.executable, file], env=env, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    out, text = process.communicate()[0], b""
    try:
        while block := os.read(ours, 65536):
            text += block
    except OSError:  # a terminal that nobody has any more
        pass
    os.close(ours)
    return out.decode(), text.decode()


@pytest.mark.parametrize("launch", ["long_one[1, 1](np.zeros(4))", "long_one.prepare(1, 1, np.zeros(4))",
                                    "long_one.forall(1)(np.zeros(4))"])
def test_a_line_is_shown_and_erased(tmp_path, launch):
    out, text = run(tmp_path, launch, PORTKERN_PROGRESS="0.05")
    assert out == "done\n"
    assert text.startswith("\r\x1b[Kportkern: compiling long_one for cpu ... 0 s"), text
    assert text.endswith("\r\x1b[K")
    assert text.replace("\r\x1b[K", "\n").strip().startswith("portkern: compiling")


@pytest.mark.parametrize("settings", [{"PORTKERN_PROGRESS": "0"}, {"PORTKERN_PROGRESS": "1000"},
                                      {"PORTKERN_PROGRESS": "0.05", "stderr_is_terminal": False}])
def test_nothing_is_shown(tmp_path, settings):
    assert run(tmp_path, **settings) == ("done\n", "")
