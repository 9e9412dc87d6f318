# SPDX-License-Identifier: Apache-2.0
"""The blocks of Python on a page are one program, which runs, and what `print(...)  # ...` promises is what it
prints: docs/python.md on every backend, other pages by `python -m portkern`, which answers `import numba`, too."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROMISE = re.compile(r"^( *)print\((.*)\) +# (.+)$", re.M)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
HEAD = '''
import faulthandler
faulthandler.dump_traceback_later(60, exit=True)  # says where, should it hang

def _shown(promised, *values):
    printed = " ".join(map(str, values))
    assert printed == promised, f"prints {printed!r}, the page says {promised!r}"
    print("kept", printed)

'''


def program(page):
    """(text, the number of promises)."""
    blocks = BLOCK.findall((ROOT / page).read_text())
    text, promises = PROMISE.subn(r"\1_shown(r'''\3''', \2)", "\n".join(blocks))
    return HEAD + text, promises


@pytest.mark.parametrize("backend", ["cpu", "interp", "cuda", "opencl"])
def test_the_page_is_a_program(backend, device_or_skip, tmp_path):
    text, promises = program("docs/python.md")
    assert text.count("portkern.explain(") == text.count("portkern.debug(") == 1 and promises >= 4
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=100, env=dict(
        os.environ, PORTKERN_BACKEND=backend, NUMBA_DISABLE_PERFORMANCE_WARNINGS="1"))
    assert done.returncode == 0, done.stderr
    assert not done.stderr and done.stdout.count("kept ") == promises
    assert (tmp_path / "trace.json").exists() and "smooth, n = 50,000" in done.stdout


@pytest.mark.parametrize("page, backend", [
    ("README.md", "cpu"), ("docs/host.md", "cpu"), ("docs/host.md", "interp"), ("docs/numba.md", "interp"),
    ("docs/profiles.md", "cpu")])
def test_other_pages_are_programs(page, backend, device_or_skip, tmp_path):
    import portkern

    text, promises = program(page)
    if 'portkern.device("opencl")' in text and not portkern.devices("opencl"):
        pytest.skip("no opencl")
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "portkern", "program.py"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=100, env=dict(os.environ, PORTKERN_BACKEND=backend))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("kept ") == promises
    assert page != "docs/host.md" or promises > 10


@pytest.fixture
def device_or_skip(backend):
    import portkern

    if not portkern.devices(backend):
        pytest.skip(f"no {backend}")
