#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a test that asks Numba with the newest one and its NumPy, which scripts/venv
puts into build/venv where the Python index can be reached. The same test asks the
system's Numba by itself.

    newest_numba.py PYTHON TEST [ARGUMENT...]

Exit status 77 (skipped) where PYTHON has none of that version."""
import os
import pathlib
import re
import subprocess
import sys

LIST = pathlib.Path(__file__).resolve().parents[1] / "scripts" / "python-packages-numba.txt"


def version(python):
    """That of PYTHON's Numba, None: there is none."""
    try:
        done = subprocess.run([python, "-W", "ignore", "-c", "import numba; print(numba.__version__)"], text=True,
                              capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def main():
    python, *test = sys.argv[1:]
    wanted = re.search(r"^numba==(\S+)", LIST.read_text(), re.M)[1]
    if version(python) != wanted:
        print(f"SKIP: {python} has no Numba {wanted}: scripts/venv could not reach the Python index")
        return 77
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.execv(python, [python, "-W", "ignore", *test])


if __name__ == "__main__":
    sys.exit(main())
